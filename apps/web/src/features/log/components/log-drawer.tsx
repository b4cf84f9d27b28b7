/** Details of one operation: user, source, result, and each state of its command. */

import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import type { LogRow } from '../api/use-log.ts';
import { useLogDetail } from '../use-log-detail.ts';
import { useLogTexts } from '../use-log-texts.ts';
import { useLogUser } from '../use-log-user.ts';
import './log-drawer.css';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { LogStatus } from './log-status.tsx';

export function LogDrawer({ row, onClose }: { row: LogRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('log');
  const texts = useLogTexts();
  const detail = useLogDetail();
  const user = useLogUser();
  const refusal = row === undefined ? undefined : texts.refusal(row.status);
  return (
    <SideDrawer
      open={row !== undefined}
      onClose={onClose}
      size={420}
      title={
        row === undefined ? '' : t('log:drawer.title', { command: texts.command(row.opCommand) })
      }
    >
      {row !== undefined && (
        <>
          <Facts
            rows={[
              [t('log:column.status'), <LogStatus key="status" status={row.status} />],
              ...(refusal === undefined ? [] : [[t('log:drawer.refusal'), refusal] as const]),
              [t('log:column.time'), <Moment key="time" at={row.ts} />],
              [t('log:column.module'), texts.module(row.procMode)],
              [
                t('log:column.device-name'),
                <DeviceName key="name" name={row.deviceName} code={row.deviceCode} />,
              ],
              [t('log:column.device'), <Code key="device" text={row.deviceCode} />],
              [t('log:column.user'), <bdi key="user">{user(row) || '–'}</bdi>],
              [t('log:column.address'), <Code key="address" text={row.clientAddress} />],
              ...detail(row).map(({ name, text }) => [name, <bdi key={name}>{text}</bdi>] as const),
              ...(row.commandId === null
                ? []
                : [[t('log:drawer.command-id'), <Code key="id" text={row.commandId} />] as const]),
            ]}
          />
          {row.commandId !== null && <CommandTimes id={row.commandId} />}
        </>
      )}
    </SideDrawer>
  );
}

function Code({ text }: { text: string }) {
  return <bdi className="code ltr">{text === '' ? '–' : text}</bdi>;
}

/** States of the command, each with the time elapsed since the previous one. */
function CommandTimes({ id }: { id: string }) {
  const { t } = useTranslation('log');
  const { tag } = useLanguage();
  const command = useCallQuery('v2.device.command', { params: { id } });
  if (command.error !== null) {
    return <ErrorState error={command.error} onRetry={() => void command.refetch()} isCompact />;
  }
  const steps = Object.entries(command.data?.data.times ?? {}).sort((a, b) => a[1] - b[1]);
  return (
    <section className="command-times" aria-busy={command.isPending}>
      <h2>{t('log:drawer.timeline')}</h2>
      <ol>
        {steps.map(([state, at], index) => {
          const before = steps[index - 1]?.[1];
          return (
            <li key={state} className="line spread">
              <LogStatus status={state} />
              <span className="command-times-at stack gap-0 hint">
                <Moment at={at} />
                {before !== undefined && (
                  <bdi className="ltr faint">{`+${formatDuration(at - before, tag)}`}</bdi>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {command.data?.data.msg !== null && command.data?.data.msg !== undefined && (
        <p className="command-times-said muted">{command.data.data.msg}</p>
      )}
    </section>
  );
}
