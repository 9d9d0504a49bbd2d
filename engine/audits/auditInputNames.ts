/** What the verdict of an audit depends on besides the responses. */
export const auditInputNames = ['scope', 'keys', 'expected', 'changes', 'pins', 'rules'] as const;
export type AuditInputName = (typeof auditInputNames)[number];

/** A SHA-256 of each. An audit that was interrupted is continued only if all of them are the same. */
export type AuditInputs = Readonly<Record<AuditInputName, string>>;
