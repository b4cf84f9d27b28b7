/** State of the device, above every tab: position, load, presence, alarms and commands. */

import { AlertFilled } from '@ant-design/icons';
import { isSimulatedCode } from '@busbar/domain/device/simulated-code';
import { isLocked } from '@busbar/domain/switch/switch-action';
import { Link, useMatches } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SimulatedTag } from '../../../components/device-tree/device-name.tsx';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import { PATHS } from '../../../config/paths.ts';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { ChannelTag } from '../../../device-kit/components/channel-tag.tsx';
import { DeviceState } from '../../../device-kit/components/device-state.tsx';
import { LoadNow } from '../../../device-kit/components/load-now.tsx';
import { OpenProof } from '../../../device-kit/components/open-proof.tsx';
import { useMainFocus } from '../../../lib/main-focus.ts';
import { CommandButtons } from '../../device-control/components/command-buttons.tsx';
import {
  type DeviceQuery,
  useBreakerCommands,
} from '../../device-control/components/use-breaker-commands.tsx';
import { SimulatedNote } from '../../simulated-breaker/components/simulated-note.tsx';
import { RatedLoad } from './rated-load.tsx';

export function DeviceHead({ device, query }: { device: DeviceDetail; query: DeviceQuery }) {
  const { t } = useTranslation(['device-page', 'alarms']);
  const home = useRef<HTMLElement>(null);
  // The cards of the control tab have the state and the buttons themselves.
  const isControlTab = useMatches({
    select: (matches) => matches.at(-1)?.fullPath === PATHS.deviceControlTab,
  });
  const mode = device.action !== undefined && isLocked(device.action) ? 'lock' : 'control';
  const commands = useBreakerCommands(device, query, mode, home);
  useMainFocus();
  const { code, alarms, channel } = device;
  const hasAlarm = alarms.some(({ kind }) => kind === 'alarm');
  const newest = alarms[0];
  return (
    <header ref={home} className="device-head surface bleed">
      <div className="device-head__title row gap-text align-baseline">
        <h1 className="text-large" title={device.name}>
          <bdi>{device.name}</bdi>
        </h1>
        {channel !== null && <ChannelTag channel={channel} />}
        <SimulatedTag code={code} />
        <span className="one-line muted text-small" title={device.groupName}>
          <bdi>{device.groupName}</bdi>
        </span>
        {!isControlTab && (
          <div className="device-head__commands push">
            <CommandButtons
              offer={commands.offer}
              isSending={commands.isSending}
              onAsk={commands.ask}
            />
          </div>
        )}
      </div>
      <div className="row gap-wide">
        {device.kind !== 'gateway' && (
          <>
            <p
              className="row gap-text"
              {...(!isControlTab && { role: 'status', tabIndex: -1, 'data-main-focus': '' })}
            >
              <DeviceState device={device} />
            </p>
            <OpenProof device={device} />
            <span className="device-head__load row gap-text">
              <LoadNow device={device} />
              <RatedLoad device={device} />
            </span>
          </>
        )}
        <span className="row gap-text">
          <PresenceTag presence={device.presence} heardAt={device.heardAt} />
          {device.heardAt !== null && (
            <span className="faint text-small">
              <Age at={device.heardAt} />
            </span>
          )}
        </span>
        {newest !== undefined && (
          <Link to={PATHS.deviceAlarmsTab} params={{ code }} className="quiet-link">
            <StateTag tone={hasAlarm ? 'alarm' : 'warning'} icon={<AlertFilled aria-hidden />}>
              {t('device-page:alarms', { count: alarms.length })}
            </StateTag>
          </Link>
        )}
        <span className="code ltr">{code}</span>
      </div>
      {isSimulatedCode(code) && <SimulatedNote />}
      {commands.outcome}
      {commands.dialogs}
    </header>
  );
}
