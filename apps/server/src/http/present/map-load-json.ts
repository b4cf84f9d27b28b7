import { loadPercent } from '@busbar/domain/load/load-percent';

/**
 * Returns the members of `presentMapLoad` as JSON for the `load` of a `MapMark`. PostgreSQL writes
 * numbers as JSON does, so they are copied: to parse and write the loads of 10,000 devices takes
 * four times as long.
 */
export function mapLoadJson(load: string): string {
  if (load === '') return NO_LOAD;
  const current = load.indexOf(' ') + 1;
  const rated = load.indexOf(' ', current) + 1;
  const at = load.indexOf(' ', rated) + 1;
  const kw = current === 1 ? 'null' : load.slice(0, current - 1);
  const percent = loadPercent(
    numberOf(load.slice(current, rated - 1)),
    numberOf(load.slice(rated, at - 1)),
  );
  return `"load_kw":${kw},"load_percent":${percent},"load_at":${load.slice(at)}`;
}

const NO_LOAD = '"load_kw":null,"load_percent":null,"load_at":null';

const numberOf = (text: string): number | null => (text === '' ? null : Number(text));
