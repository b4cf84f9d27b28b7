import { unitLabel } from '@busbar/domain/formats/unit-label';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import type { ByteStripProps } from './byte-strip.tsx';
import { pairsOf } from './hex-pairs.ts';
import type { ParsedRow } from './use-explanation.ts';
import { useFrameTexts } from './use-frame-texts.ts';

const COLUMNS = ['offset', 'hex', 'name', 'value', 'unit'] as const;

/** Every byte with its meaning; a row and its bytes are highlighted together. */
export function ParsedTable({
  label,
  rows,
  active,
  onActive,
}: ByteStripProps & { readonly label: string }) {
  const { t } = useTranslation('console');
  const { tag } = useLanguage();
  const texts = useFrameTexts();
  return (
    <table className="plain-table parsed-table" aria-label={label}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`console:column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.offset}
            data-active={row.offset === active}
            onMouseEnter={() => onActive(row.offset)}
            onMouseLeave={() => onActive(undefined)}
          >
            <td data-column="offset">{row.offset}</td>
            <td data-column="hex">
              <span className="code ltr">{pairsOf(row.hex).join(' ')}</span>
              <Plain row={row} />
            </td>
            <td data-column="name">{texts.name(row)}</td>
            <Value row={row} />
            <td data-column="unit">
              <bdi className="ltr">{unitLabel(row.unit, tag)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ row }: { row: ParsedRow }) {
  const { figures, text } = useFrameTexts().value(row);
  const [term] = row.words ?? [];
  return (
    <td data-column="value" data-unit={row.unit} data-word={term}>
      {figures !== '' && <span className="ltr">{figures}</span>} {text !== '' && <bdi>{text}</bdi>}
      {figures === '' && text === '' && '–'}
    </td>
  );
}

/** DL/T 645 adds 33H to every data byte, but identifiers are documented without it. */
function Plain({ row: { plain } }: { row: ParsedRow }) {
  const { t } = useTranslation('console');
  if (plain === undefined) return null;
  const hex = pairsOf(plain).join(' ');
  return (
    <span className="parsed-plain faint text-tiny">{t('console:without-offset', { hex })}</span>
  );
}
