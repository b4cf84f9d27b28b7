/** First and last day of a month `YYYY-MM`. */
export function monthSpan(month: string): { start: string; end: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { start: `${month}-01`, end: `${month}-${String(last).padStart(2, '0')}` };
}
