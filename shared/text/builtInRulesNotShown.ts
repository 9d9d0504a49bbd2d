/** Said of everything that rests on rules that the service did not specify. */
export const builtInRulesNotShown = {
  code: 'rules-built-in',
  words:
    'That the service really uses these hashing rules. They are built into Atom Explorer for this kind of service or file, and the service does not specify them, which is weaker than a specification.',
};
