/** The logo: the smallest Merkle tree, a root and two leaves. */
export function ProductMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden>
      <rect x="1" y="1" width="30" height="30" rx="8" fill="var(--mantine-color-iris-6)" />
      <path d="M16 9.5 9.5 21M16 9.5 22.5 21" stroke="#fff" strokeOpacity="0.55" strokeWidth="1.8" />
      <circle cx="16" cy="9.5" r="3.6" fill="#fff" />
      <circle cx="9.5" cy="21.5" r="3.1" fill="#fff" fillOpacity="0.62" />
      <circle cx="22.5" cy="21.5" r="3.1" fill="#fff" />
    </svg>
  );
}
