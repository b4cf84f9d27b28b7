/** One lamp group of the board; re-renders only when its row or the minute changes. */
import { ExclamationCircleFilled } from '@ant-design/icons';
import { formatAge } from '@busbar/domain/formats/time-format';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ValueWithUnit } from '../../../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { VerdictTag } from '../../lamps/components/verdict-tag.tsx';
import type { BoardRow } from '../board-rows.ts';

interface BoardLineProps {
  row: BoardRow;
  /** Zero-based position in the full list, and the length of that list. */
  at: number;
  count: number;
  height: number;
  isChosen: boolean;
  now: number;
  onOpen: (id: number) => void;
}

export const BoardLine = memo(function BoardLine(props: BoardLineProps) {
  const { row, at, count, height, isChosen, now, onOpen } = props;
  const { t } = useTranslation('projects');
  const { tag } = useLanguage();
  const alarms = row.open_alarms + row.open_warnings;
  return (
    <li
      className="board-line"
      aria-posinset={at + 1}
      aria-setsize={count}
      data-chosen={isChosen}
      style={{ blockSize: height, insetBlockStart: at * height }}
    >
      <span className="board-line__name line">
        <button
          className="plain-button one-line"
          type="button"
          onClick={() => onOpen(row.lamp_group_id)}
        >
          <bdi>{row.name}</bdi>
        </button>
        {alarms > 0 && (
          <span
            className="board-line__alarms bad text-small"
            title={t('projects:board.open-alarms', { count: alarms })}
          >
            <ExclamationCircleFilled aria-hidden /> {alarms}
          </span>
        )}
      </span>
      <span className="board-line__state one-line">
        <VerdictTag verdict={row.verdict} findings={row.findings} />
      </span>
      <span className="board-line__lamps">
        <span className="visually-hidden">{t('projects:board.lamps-on')}</span>
        <bdi className="ltr">{`${row.lamps_on ?? '–'} / ${row.lamp_count}`}</bdi>
      </span>
      <span className="board-line__failed" data-any={(row.failed ?? 0) > 0}>
        <span className="board-line__label">{t('projects:board.failed')}</span> {row.failed ?? '–'}
      </span>
      <span className="board-line__power stack gap-4">
        <span className="visually-hidden">{t('projects:board.power')}</span>
        <ValueWithUnit value={row.measured_power} unit="kW" digits={3} />
        <PowerBar row={row} />
      </span>
      <span className="board-line__age one-line hint">
        <span className="visually-hidden">{t('projects:board.checked')}</span>{' '}
        {row.checked_at === null
          ? t('projects:board.never')
          : formatAge(Math.max(0, now - row.checked_at), tag)}
      </span>
    </li>
  );
});

/** Bar of the measured power; the marker is at the expected power. */
function PowerBar({ row }: { row: BoardRow }) {
  const { measured_power: measured, expected_power: expected, lamp_power, lamp_count } = row;
  const most = Math.max(expected ?? 0, measured ?? 0, lamp_power * lamp_count) * 1.05;
  const part = (kw: number | null) => `${((kw ?? 0) / most) * 100}%`;
  return (
    <span className="power-bar" aria-hidden="true">
      <span style={{ inlineSize: part(measured) }} />
      {expected !== null && expected > 0 && <i style={{ insetInlineStart: part(expected) }} />}
    </span>
  );
}
