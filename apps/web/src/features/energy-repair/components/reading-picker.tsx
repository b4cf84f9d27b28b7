/** Selects any reading of the days, also within a plain run; lists the last ones up to a time. */
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import { isMoment } from '@busbar/domain/formats/wall-clock';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormMoment } from '../../../components/forms/form-moment.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { toRegisters } from '../../../device-kit/api/reading-fields.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
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
  const [until, setUntil] = useState(`${span.end} 23:59:59`);
  /** The last valid time; no list is requested or displayed for invalid text. */
  const [endTime, setEndTime] = useState(until);
  const query = useCallQuery(
    'v1.data.findVariableByDateTime',
    {
      body: {
        deviceId: device,
        dataType: 'energy',
        startTime: `${span.start} 00:00:00`,
        endTime,
        currentPage: 1,
        rows: ROWS,
      },
    },
    { select: ({ data }) => data },
  );
  const unit = unitOf(channel);
  return (
    <Dialog
      open
      title={t('repair:other-reading')}
      footer={null}
      onCancel={onCancel}
      destroyOnHidden
    >
      <div className="stack">
        <FormMoment
          label={t('repair:picker.until')}
          hasSeconds
          value={until}
          onChange={(text) => {
            setUntil(text);
            if (isMoment(text)) setEndTime(text);
          }}
        />
        {isMoment(until) && (
          <Loaded
            query={query}
            empty={
              <EmptyState title={t('repair:no-readings')} body={t('repair:no-readings-body')} />
            }
          >
            {(readings) => (
              <ul className="repair__readings stack gap-4">
                {readings.map((row) => (
                  <li key={row.ts}>
                    <Button block onClick={() => onPick(row.ts)}>
                      <Moment at={row.ts} />
                      <Register kwh={toRegisters(row)[channel]} unit={unit} />
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

function Register({ kwh, unit }: { kwh: number | undefined; unit: string }) {
  return kwh === undefined ? '–' : <EnergyAmount kwh={kwh} unit={unit} />;
}
