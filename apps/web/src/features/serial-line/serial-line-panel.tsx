/** The serial line of a DTU on its overview: its meters, its settings, and those of the DTU. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../components/forms/add-button.tsx';
import { Tile } from '../../components/values/tile.tsx';
import { ConnectionRows, useDtuRows } from '../../device-kit/components/connection-rows.tsx';
import { useMay } from '../../lib/session/use-may.ts';
import { type LineMeter, useSerialLine } from './api/use-serial-line.ts';
import { LineForm } from './components/line-form.tsx';
import { MeterDialog } from './components/meter-dialog.tsx';
import { MeterList } from './components/meter-list.tsx';
import { OutgoingState } from './components/outgoing-state.tsx';
import { RemoveMeterDialog } from './components/remove-meter-dialog.tsx';
import { LineMonitor } from './monitor/line-monitor.tsx';
import { OwnProfiles } from './profiles/components/own-profiles.tsx';
import { KeptReadings } from './recompute/kept-readings.tsx';
import { RecomputeDialog } from './recompute/recompute-dialog.tsx';
import './serial-line.css';

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'remove' | 'recompute'; readonly meter: LineMeter };

export function SerialLinePanel({ code }: { code: string }) {
  const { t } = useTranslation('serial-lines');
  const mayChange = useMay('device.write');
  const query = useSerialLine(code);
  const [dialog, setDialog] = useState<OpenDialog>();
  const { data } = query;
  const line = data?.line ?? undefined;
  /** Meter whose stored readings were decoded by other settings than it has now. */
  const [changed, setChanged] = useState<LineMeter>();
  const close = () => setDialog(undefined);
  const recompute = (meter: LineMeter) => {
    setChanged(undefined);
    setDialog({ kind: 'recompute', meter });
  };
  return (
    <>
      <Tile
        title={t('serial-lines:title')}
        className="line-tile"
        query={query}
        tools={
          mayChange &&
          line !== undefined && (
            <AddButton size="small" onClick={() => setDialog({ kind: 'add' })}>
              {t('serial-lines:add')}
            </AddButton>
          )
        }
      >
        {({ meters }) =>
          line === undefined ? (
            <p className="muted">{t('serial-lines:first')}</p>
          ) : (
            <MeterList
              meters={meters}
              onChange={(meter) => setDialog({ kind: 'change', meter })}
              onRemove={(meter) => setDialog({ kind: 'remove', meter })}
              onRecompute={recompute}
            />
          )
        }
      </Tile>
      {changed !== undefined && (
        <KeptReadings
          meter={changed}
          onRecompute={() => recompute(changed)}
          onClose={() => setChanged(undefined)}
        />
      )}
      <div className="columns columns-fit columns-wide align-start">
        <Tile title={t('serial-lines:line.title')} query={query}>
          {() => <LineForm code={code} line={line} />}
        </Tile>
        {line === undefined || line.transport === 'dial-in' ? (
          <Tile title={t('serial-lines:connection.title')} query={query}>
            {({ dtu_port }) => (
              <DtuSettings code={code} port={dtu_port} heartbeat={line?.heartbeat ?? ''} />
            )}
          </Tile>
        ) : (
          <Tile title={t('serial-lines:line.transport')} query={query}>
            {({ trouble }) => <OutgoingState line={line} trouble={trouble} />}
          </Tile>
        )}
      </div>
      {line !== undefined && <LineMonitor code={code} />}
      {line !== undefined && <OwnProfiles code={code} line={line} />}
      {data !== undefined && line !== undefined && dialog !== undefined && (
        <LineDialog
          data={{ ...data, line }}
          dialog={dialog}
          onClose={close}
          onDecodedOtherwise={(meter) => {
            close();
            setChanged(meter);
          }}
        />
      )}
    </>
  );
}

interface LineDialogProps {
  readonly data: React.ComponentProps<typeof MeterDialog>['data'];
  readonly dialog: OpenDialog;
  readonly onDecodedOtherwise: (meter: LineMeter) => void;
  readonly onClose: () => void;
}

function LineDialog({ data, dialog, onDecodedOtherwise, onClose }: LineDialogProps) {
  const code = data.device_code;
  if (dialog.kind === 'recompute') {
    const { device_code: device, device_name: name } = dialog.meter;
    return <RecomputeDialog device={device} name={name} onClose={onClose} />;
  }
  if (dialog.kind === 'remove') {
    return <RemoveMeterDialog code={code} meter={dialog.meter} onClose={onClose} />;
  }
  const meter = dialog.kind === 'change' ? dialog.meter : undefined;
  return (
    <MeterDialog
      data={data}
      meter={meter}
      onDecodedOtherwise={() => meter && onDecodedOtherwise(meter)}
      onClose={onClose}
    />
  );
}

interface DtuSettingsProps {
  readonly code: string;
  readonly port: number | null;
  readonly heartbeat: string;
}

function DtuSettings({ code, port, heartbeat }: DtuSettingsProps) {
  const { t } = useTranslation(['serial-lines', 'devices']);
  const secret = `‹${t('serial-lines:connection.secret')}›`;
  const rows = useDtuRows({ code, port, heartbeat, secret });
  if (rows === undefined) return <p>{t('devices:connection.dtu-closed')}</p>;
  return (
    <div className="stack gap-8">
      <p className="muted prose">{t('devices:connection.dtu-intro')}</p>
      <ConnectionRows rows={rows} />
      <p className="hint prose">{t('serial-lines:connection.secret-help')}</p>
    </div>
  );
}
