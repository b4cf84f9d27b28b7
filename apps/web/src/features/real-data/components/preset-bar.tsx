/** Settings of a wall in the URL: order and group of a preset, and how often its pages change. */
import { MAX_WALL_CELLS } from '@busbar/domain/wall/wall-cell';
import { Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupSelect } from '../../alarm-rules/components/group-select.tsx';
import { type RealDataSearch, TURN_SECONDS, type WallChange } from '../real-data-search.ts';

interface PresetBarProps {
  readonly search: RealDataSearch;
  readonly isPreset: boolean;
  /** Group shown if the URL names none. */
  readonly ownGroup: number;
  readonly total: number;
  readonly onChange: (change: WallChange) => void;
  readonly children: ReactNode;
}

const NEVER = 0;

export function PresetBar(props: PresetBarProps) {
  const { search, isPreset, ownGroup, total, onChange, children } = props;
  const { t } = useTranslation('live-wall');
  const isCut = search.view === 'group' && total > MAX_WALL_CELLS;
  return (
    <div className="wall-preset row touch">
      {isPreset && (
        <Segmented<'percent' | 'kw'>
          aria-label={t('live-wall:by.label')}
          value={search.by ?? 'percent'}
          options={[
            { value: 'percent', label: t('live-wall:by.percent') },
            { value: 'kw', label: t('live-wall:by.kw') },
          ]}
          onChange={(by) => onChange({ by: by === 'kw' ? by : undefined })}
        />
      )}
      {isPreset && search.view === 'group' && (
        <GroupSelect
          label={t('live-wall:group')}
          value={search.group ?? ownGroup}
          onChange={(group) => onChange({ group })}
        />
      )}
      <Select<number>
        className="wall-preset__turn"
        aria-label={t('live-wall:turn.label')}
        value={search.every ?? NEVER}
        options={[
          { value: NEVER, label: t('live-wall:turn.never') },
          ...TURN_SECONDS.map((seconds) => ({
            value: seconds,
            label: t('live-wall:turn.every', { seconds }),
          })),
        ]}
        onChange={(every) => onChange({ every: every === NEVER ? undefined : every })}
      />
      {children}
      {isCut && (
        <p className="muted full">{t('live-wall:group-cut', { most: MAX_WALL_CELLS, total })}</p>
      )}
    </div>
  );
}
