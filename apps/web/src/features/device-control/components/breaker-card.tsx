/** A breaker: position, cause and time, load, lock, last command and buttons. */

import { may } from '@busbar/domain/access/permission';
import { isOpenState } from '@busbar/domain/switch/command-state';
import { Alert, Skeleton } from 'antd';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/states/error-state.tsx';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { usePublishCommand } from '../../../device-kit/api/use-command.ts';
import { useAskedCommand } from '../../../device-kit/asked-command.ts';
import { DeviceState } from '../../../device-kit/components/device-state.tsx';
import { LoadNow } from '../../../device-kit/components/load-now.tsx';
import { OpenProof } from '../../../device-kit/components/open-proof.tsx';
import type { ControlMode } from '../../../device-kit/control-offer.ts';
import { isMeterChannel, useSwitchedName } from '../../../device-kit/use-channel.ts';
import { useMainFocus } from '../../../lib/main-focus.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { AlarmNotes } from './alarm-notes.tsx';
import { BreakerCardHead } from './breaker-card-head.tsx';
import { BreakerDrawing } from './breaker-drawing.tsx';
import { CommandButtons } from './command-buttons.tsx';
import { CommandTimeline } from './command-timeline.tsx';
import { LockNote } from './lock-note.tsx';
import { PositionSince } from './position-since.tsx';
import { type DeviceQuery, useBreakerCommands } from './use-breaker-commands.tsx';
import './breaker-card.css';

export interface BreakerCardProps {
  /** Undefined until it is loaded. */
  readonly device: DeviceDetail | undefined;
  readonly query: DeviceQuery;
  readonly mode: ControlMode;
  /** True if the card is the only one of its page. */
  readonly isMain?: boolean;
}

export function BreakerCard({ device, query, mode, isMain = false }: BreakerCardProps) {
  const { t } = useTranslation('control');
  if (device === undefined) {
    return (
      <article className="breaker-card surface" aria-busy={query.error === null}>
        {query.error === null ? (
          <div className="breaker-card__wait">
            <span className="visually-hidden" role="status">
              {t('common:loading')}
            </span>
            <Skeleton active title={false} paragraph={{ rows: 6 }} />
          </div>
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </article>
    );
  }
  return <LoadedCard device={device} mode={mode} query={query} isMain={isMain} />;
}

function LoadedCard(props: BreakerCardProps & { device: DeviceDetail; isMain: boolean }) {
  const { device, mode, query, isMain } = props;
  const { t } = useTranslation('control');
  const titleId = useId();
  const switchedName = useSwitchedName();
  const { user } = useRequiredSession();
  const holder = holderOf(user);
  useMainFocus();
  const card = useRef<HTMLElement>(null);
  const commands = useBreakerCommands(device, query, mode, card);
  useAskedCommand(isMain ? device.code : undefined, commands.offer, commands.ask);
  const publish = usePublishCommand(device);
  const { command } = device;
  const isBusy = command !== null && isOpenState(command.state);
  const isStale = device.presence !== 'online';
  const mayControl = may(holder, 'device.switch');

  return (
    <article ref={card} className="breaker-card surface" aria-labelledby={titleId}>
      <BreakerCardHead device={device} titleId={titleId} />
      <AlarmNotes alarms={device.alarms} />
      <div className="breaker-card__body">
        <div className="breaker-card__main line align-start gap-12">
          {!isMeterChannel(device) && (
            <BreakerDrawing
              action={device.action}
              isStale={isStale}
              isBusy={isBusy || commands.isSending}
            />
          )}
          <div className="breaker-card__facts stack grow">
            <p
              className="breaker-card__state row gap-text"
              role="status"
              tabIndex={-1}
              data-main-focus=""
            >
              <DeviceState device={device} />
            </p>
            <OpenProof device={device} />
            <dl>
              {!isMeterChannel(device) && <PositionSince at={device.actionAt} />}
              <dt>{t('control:card.load')}</dt>
              <dd className="breaker-card__load text-figure">
                <LoadNow device={device} />
              </dd>
            </dl>
            {isStale && <p className="hint">{t(`control:card.${device.presence}`)}</p>}
          </div>
        </div>
        {(device.lock !== null || command !== null) && (
          <div className="breaker-card__side stack gap-0">
            {device.lock !== null && <LockNote lock={device.lock} />}
            {command !== null && (
              <CommandTimeline
                command={command}
                deviceName={switchedName(device)}
                canCancel={mayControl}
                onEnded={publish}
              />
            )}
          </div>
        )}
      </div>
      {commands.outcome}
      {query.error !== null && (
        <Alert type="warning" showIcon title={t('control:card.not-refreshed')} role="alert" />
      )}
      <CommandButtons
        offer={commands.offer}
        isSending={commands.isSending}
        onAsk={commands.ask}
        isMain={isMain}
      />
      {commands.dialogs}
    </article>
  );
}
