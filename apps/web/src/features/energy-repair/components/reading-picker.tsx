/**
 * Selects any reading of the days, including one within a plain run: the last ones up to a given
 * time.
 */
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import { Button, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { toRegisters } from '../../../device-kit/api/reading-fields.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { isMoment } from '../../../lib/formats/wall-clock.ts';
import type { DayRange } from '../../energy-explanation/span-parts.ts';
import { unitOf } from '../../energy-explanation/use-step-texts.ts';

export interface ReadingPickerProps {
  readonly device: string;
  readonly channel: EnergyChannel;
  readonly span: DayRange;
  /** Epoch ms. */
  readonly onPick: (at: number) => void;
  readonly onCancel: () => void;
}

const ROWS = 15;

export function ReadingPicker({ device, channel, span, onPick, onCancel }: ReadingPickerProps) {
  const { t } = useTranslation('repair');
  const id = useId();
  const [until, setUntil] = useState(`${span.end} 23:59:59`);
  /** The last valid time; no list is requested or displayed for invalid text. */
  const [endTime, setEndTime] = useState(until);
  const query = useCallQuery('v1.data.findVariableByDateTime', {
    body: {
      deviceId: device,
      dataType: 'energy',
      startTime: `${span.start} 00:00:00`,
      endTime,
      currentPage: 1,
      rows: ROWS,
    },
  });
  const unit = unitOf(channel);
  return (
    <Dialog
      open
      title={t('repair:other-reading')}
      footer={null}
      onCancel={onCancel}
      destroyOnHidden
    >
      <div className="repair__form stack">
        <label className="stack gap-4" htmlFor={id}>
          {t('repair:picker.until')}
          <MomentField
            id={id}
            hasSeconds
            value={until}
            onChange={(text) => {
              setUntil(text);
              if (isMoment(text)) setEndTime(text);
            }}
          />
        </label>
        {!isMoment(until) ? null : query.data === undefined ? (
          query.error !== null ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton active />
          )
        ) : query.data.data.length === 0 ? (
          <EmptyState title={t('repair:no-readings')} body={t('repair:no-readings-body')} />
        ) : (
          <ul className="repair__readings stack gap-4">
            {query.data.data.map((row) => (
              <li key={row.ts}>
                <Button block onClick={() => onPick(row.ts)}>
                  <Moment at={row.ts} />
                  <Register kwh={toRegisters(row)[channel]} unit={unit} />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function Register({ kwh, unit }: { kwh: number | undefined; unit: string }) {
  return kwh === undefined ? '–' : <EnergyAmount kwh={kwh} unit={unit} />;
}
