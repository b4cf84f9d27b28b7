/** Overview of protections, timers and dry contacts, with links to their pages. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Age } from '../../../components/values/age.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { ReadAllPanel } from '../../protection/components/read-all-panel.tsx';
import { useProtectionGlance } from '../../protection/use-protection-glance.ts';

export function GlancePanel({ code }: { code: string }) {
  const { t } = useTranslation(['device-deploy', 'protection']);
  const parameters = useCallQuery('v2.device.parameters', { query: { device_code: code } });
  const timers = useCallQuery('v1.task.find', { body: { devId: code } });
  const contacts = useCallQuery('v1.device.dryNode.list', { body: { deviceId: code } });
  const node = contacts.data?.data[0];
  const glance = useProtectionGlance();
  const sets = parameters.data?.data.sets ?? [];
  const unread = t('device-deploy:glance.unread');
  // If no protection has been read from the breaker yet, one note replaces the notes per
  // protection.
  const isUnread = sets.length > 0 && sets.every(({ values }) => values === null);
  const next = timers.data?.data
    .filter(({ nextRunTs }) => nextRunTs !== null)
    .sort((a, b) => a.nextRunTs! - b.nextRunTs!)[0];
  const contact = (name: string, normal: string) => (
    <>
      <bdi>{name}</bdi> ({t(`device-deploy:glance.normal.${normal}`)})
    </>
  );
  const queries = [parameters, timers, contacts];
  const failed = queries.find(({ error }) => error !== null);
  return (
    <section className="deploy__box panel stack">
      <h3>{t('device-deploy:glance.title')}</h3>
      {failed?.error != null && (
        <ErrorState isCompact error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      <Facts
        rows={[
          ...(isUnread ? [[t('device-deploy:glance.protection'), unread] as const] : []),
          ...(isUnread ? [] : sets).map(
            ({ set, values, ts }) =>
              [
                t(`protection:tab.${set}`, set),
                values === null ? (
                  unread
                ) : (
                  <span key={set}>
                    {[glance(set, values)].filter(Boolean).map((text) => `${text} · `)}
                    <Age at={ts} />
                  </span>
                ),
              ] as const,
          ),
          [
            t('device-deploy:part.timers'),
            timers.data === undefined ? (
              '–'
            ) : (
              <span key="timers">
                {t('device-deploy:glance.timers', { count: timers.data.totalCount })}
                {next !== undefined && (
                  <>
                    {' · '}
                    {t('device-deploy:glance.next', {
                      time: next.nextRunTime,
                      operation: t(`device-deploy:glance.op.${next.op}`),
                    })}
                  </>
                )}
              </span>
            ),
          ],
          [
            t('device-deploy:part.contacts'),
            node === undefined ? (
              '–'
            ) : (
              <span key="contacts">
                {contact(node.name1, node.status1)}, {contact(node.name2, node.status2)}
              </span>
            ),
          ],
        ]}
      />
      {parameters.data !== undefined && sets.length > 0 && (
        <ReadAllPanel
          key={code}
          code={code}
          name={parameters.data.data.device_name}
          isOffline={parameters.data.data.presence === 'offline'}
        />
      )}
      <p className="row gap-wide">
        <Link to="/automatic" search={{ device: code }}>
          {t('device-deploy:glance.protection')}
        </Link>
        <Link to="/protection-templates">{t('device-deploy:glance.templates')}</Link>
        <Link to="/devicecontrol" search={{ device: code, timers: code }}>
          {t('device-deploy:part.timers')}
        </Link>
      </p>
    </section>
  );
}
