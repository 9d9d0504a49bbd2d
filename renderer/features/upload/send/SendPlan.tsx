import type { Upload } from '#shared/domain/upload.ts';

/** What sending will do, and the choices about it. Stands below the checked rows. */
export function SendPlan({ upload }: { readonly upload: Upload }) {
  return <p>{upload.file.name}</p>;
}
