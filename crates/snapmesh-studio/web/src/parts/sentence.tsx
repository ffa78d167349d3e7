/** A sentence of the session: it begins with a capital letter, and what stands in backticks is code. */
export function Sentence({ text }: { text: string }) {
  const [first = '', ...rest] = text.split('`');
  return (
    <>
      {capitalized(first)}
      {rest.map((part, index) => (index % 2 === 0 ? <code key={index}>{part}</code> : part))}
    </>
  );
}

/** Names of things stay as they are: only a plain word gets a capital letter. */
function capitalized(text: string): string {
  return /^[a-z]+(?![\w.])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
