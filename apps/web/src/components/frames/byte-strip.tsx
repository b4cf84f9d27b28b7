/** Frame bytes in a row, grouped by meaning; reports the pointed or focused group to the table. */
import { useTranslation } from 'react-i18next';
import { pairsOf } from './hex-pairs.ts';
import type { ParsedRow } from './use-explanation.ts';
import { useFrameTexts } from './use-frame-texts.ts';

export interface ByteStripProps {
  readonly rows: readonly ParsedRow[];
  /** Offset of the row that is highlighted together with its bytes. */
  readonly active: number | undefined;
  readonly onActive: (offset: number | undefined) => void;
}

export function ByteStrip({ rows, active, onActive }: ByteStripProps) {
  const { t } = useTranslation('console');
  const texts = useFrameTexts();
  return (
    <ul className="byte-strip row gap-4 code ltr" aria-label={t('console:bytes')}>
      {rows.map((row) => (
        <li key={row.offset}>
          <button
            type="button"
            className="byte-group breakable"
            data-active={row.offset === active}
            data-kind={kindOf(row)}
            aria-label={`${bytesOf(row)} ${texts.name(row)}`}
            onMouseEnter={() => onActive(row.offset)}
            onMouseLeave={() => onActive(undefined)}
            onFocus={() => onActive(row.offset)}
            onBlur={() => onActive(undefined)}
          >
            {bytesOf(row)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Separates the bytes by spaces, for screen readers and display. */
const bytesOf = ({ hex }: ParsedRow) => pairsOf(hex).join(' ');

const FRAMING = ['wakeup', 'start', 'end', 'checksum', 'length', 'byte-count'];
const HEAD = ['address', 'control', 'function', 'identifier'];

/** Framing is subdued, the header plain, the payload emphasized; unparsed bytes are marked. */
function kindOf({ key, words }: ParsedRow): string {
  if (key === 'unread' || words?.includes('wrong') === true) return 'wrong';
  if (FRAMING.includes(key)) return 'framing';
  return HEAD.includes(key) ? 'head' : 'body';
}
