/** A sentence whose dates do not break at their hyphens, as they would in a text without spaces. */
const DATE = /(\d{4}-\d{2}(?:-\d{2})?)/;

export function UnbrokenDates({ text }: { readonly text: string }) {
  return text.split(DATE).map((part, at) =>
    // Every second part is a date, which the expression captures.
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other key.
      <span key={at} className="nowrap">
        {part}
      </span>
    ),
  );
}
