/** The text of a file, as vite imports it. */
declare module '*.py?raw' {
  const text: string;
  export default text;
}
