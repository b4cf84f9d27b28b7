/** Words of a picture in rows that fit: canvas breaks no line by itself. */

/** A word longer than a row stands alone in it. `widthOf` is in px. */
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
