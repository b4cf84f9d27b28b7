/** One slot of the line: address, slave, state, and whether the gateway reaches it. */
import { DisconnectOutlined, QuestionCircleOutlined, WarningFilled } from '@ant-design/icons';
import { SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import { Checkbox } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import type { SlaveSlot } from '../slave-slots.ts';

export interface SlaveTileProps {
  readonly slot: SlaveSlot;
  readonly isChosen: boolean;
  /** Undefined if the user has read-only access. */
  readonly onChoose: ((isChosen: boolean) => void) | undefined;
}

export function SlaveTile({ slot, isChosen, onChoose }: SlaveTileProps) {
  const { t } = useTranslation(['slaves', 'control']);
  const id = useId();
  const { address, slave, standing } = slot;
  if (slave === undefined) {
    return (
      <li className="slot-tile slave-tile" data-standing={standing}>
        <span className="slot-tile__number ltr">{address}</span>
        {standing === 'free' ? (
          <span className="muted text-tiny">{t('slaves:standing.free')}</span>
        ) : (
          <>
            <StateText action={slot.reported?.action} />
            <CurrentNote slot={slot} />
          </>
        )}
      </li>
    );
  }
  const { name } = slave;
  return (
    <li className="slot-tile slave-tile" data-standing={standing} data-chosen={isChosen}>
      <label className="slave-tile__head line strong" htmlFor={id}>
        {onChoose !== undefined && (
          <Checkbox
            id={id}
            aria-label={t('slaves:choose.one', { address, name })}
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
        <span className="slot-tile__number ltr">{address}</span>
        <span className="slot-tile__name slave-tile__name" dir="auto" title={name}>
          {name}
        </span>
      </label>
      <span className="slot-tile__state">
        <StateText action={slave.action} />
        {slave.presence !== 'online' && (
          <PresenceTag presence={slave.presence} heardAt={slave.heardAt} />
        )}
      </span>
      <CurrentNote slot={slot} />
    </li>
  );
}

/** Note on a difference between the gateway's table and the registered slave. */
function CurrentNote({ slot }: { slot: SlaveSlot }) {
  const { t } = useTranslation(['slaves', 'control']);
  const { standing, slave, reported } = slot;
  if (standing === 'unreached') {
    return (
      <span className="slot-tile__note" data-tone="warn">
        <DisconnectOutlined aria-hidden /> {t('slaves:standing.unreached')}
      </span>
    );
  }
  if (standing === 'discovered') {
    return (
      <span className="slot-tile__note" data-tone="info">
        <QuestionCircleOutlined aria-hidden /> {t('slaves:standing.discovered')}
      </span>
    );
  }
  if (reported === undefined || reported.action === slave?.action) return null;
  return (
    <span className="slot-tile__note" data-tone="warn">
      <WarningFilled aria-hidden />{' '}
      {reported.action === undefined
        ? t('slaves:standing.strange', { code: reported.status })
        : t('slaves:standing.told', {
            state: t(
              SWITCH_TABLE[reported.action].closed ? 'control:state.closed' : 'control:state.open',
            ),
            cause: t(`control:cause.${reported.action}`),
          })}
    </span>
  );
}
