/** One slot of the panel: its slave, the slave's state, and the state reported by the gateway. */
import {
  DisconnectOutlined,
  EyeInvisibleOutlined,
  PauseCircleOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import { actionOfSlaveStatus } from '@busbar/domain/switch/slave-status';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import type { GatewaySlot } from '../slot-plan.ts';

export interface SlotTileProps {
  readonly slot: GatewaySlot;
  /** Undefined if the slot is empty or the user has read-only access. */
  readonly onChange: (() => void) | undefined;
}

export function SlotTile({ slot, onChange }: SlotTileProps) {
  const { t } = useTranslation(['gateway-slots', 'control']);
  const { slot: number, ad, device, standing, enabled, st } = slot;
  const name = device?.device_name;
  return (
    <li className="slot-tile" data-standing={standing} data-enabled={enabled}>
      <span className="line align-start">
        <span className="slot-tile__number ltr" aria-hidden>
          {number}
        </span>
        <span className="visually-hidden">{t('gateway-slots:slot', { number })}</span>
        {name !== undefined && (
          <span className="slot-tile__name" dir="auto" title={name}>
            {name}
          </span>
        )}
        {name === undefined && (
          <span className="hint">{t(`gateway-slots:standing.${nobody(standing)}`)}</span>
        )}
      </span>
      {ad !== null && (
        <>
          <span className="hint">{t('gateway-slots:address', { address: ad })}</span>
          <span className="slot-tile__state">
            {st !== null && <StateText action={actionOfSlaveStatus(st)} />}
            {!enabled && (
              <StateTag tone="neutral" icon={<PauseCircleOutlined aria-hidden />}>
                {t('gateway-slots:disabled')}
              </StateTag>
            )}
            {device !== null && enabled && device.presence !== 'online' && (
              <PresenceTag presence={device.presence} heardAt={device.heard_at} />
            )}
          </span>
          <Note slot={slot} />
        </>
      )}
      {onChange !== undefined && ad !== null && (
        <Button
          size="small"
          aria-label={t('gateway-slots:change-one', { number, name: name ?? ad })}
          onClick={onChange}
        >
          {t(device === null ? 'gateway-slots:register' : 'gateway-slots:change')}
        </Button>
      )}
    </li>
  );
}

const nobody = (standing: string) =>
  standing === 'discovered' || standing === 'hidden' ? standing : 'free';

function Note({ slot: { standing, device } }: { readonly slot: GatewaySlot }) {
  const { t } = useTranslation('gateway-slots');
  if (standing === 'discovered') {
    return (
      <span className="slot-tile__note" data-tone="info">
        <QuestionCircleOutlined aria-hidden /> {t('gateway-slots:note.discovered')}
      </span>
    );
  }
  if (standing === 'unreached') {
    return (
      <span className="slot-tile__note" data-tone="warn">
        <DisconnectOutlined aria-hidden /> {t('gateway-slots:note.unreached')}
      </span>
    );
  }
  if (device !== null && device.heard_at === null) {
    return (
      <span className="slot-tile__note" data-tone="warn">
        <EyeInvisibleOutlined aria-hidden /> {t('gateway-slots:note.silent')}
      </span>
    );
  }
  return null;
}
