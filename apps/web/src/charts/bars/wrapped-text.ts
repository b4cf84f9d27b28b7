/** Wraps text for exported pictures, because a canvas does not break lines. */

/** A word that is longer than a line is placed on a separate line. `widthOf` returns px. */
export function wrappedText(
  text: string,
  mostPx: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const last = rows.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || widthOf(longer) > mostPx) rows.push(word);
    else rows[rows.length - 1] = longer;
  }
  return rows;
}
