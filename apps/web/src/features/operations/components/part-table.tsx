/** Each component of the platform: its state, measured value, and the consequence of a backlog. */
import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatCount, formatPercent, wholePercent } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Health } from '../health.ts';

const LOOKS: Readonly<Record<string, readonly [StateTone, typeof CheckCircleFilled]>> = {
  good: ['good', CheckCircleFilled],
  late: ['warning', ClockCircleFilled],
  failed: ['alarm', CloseCircleFilled],
};

export function PartTable({ health }: { health: Health }) {
  const { tag } = useLanguage();
  const { t } = useTranslation('operations');
  const measured = useMeasured(health, tag);
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{t('operations:part-name')}</th>
          <th scope="col">{t('operations:state-name')}</th>
          <th scope="col">{t('operations:measured')}</th>
        </tr>
      </thead>
      <tbody>
        {health.parts.map(({ part, state }) => {
          const [tone, Icon] = LOOKS[state] ?? LOOKS.failed!;
          return (
            <tr key={part}>
              <th scope="row">{t(`operations:part.${part}`)}</th>
              <td>
                <StateTag tone={tone} icon={<Icon />}>
                  {t(`operations:state.${state}`)}
                </StateTag>
              </td>
              <td>
                {measured(part)}
                {state !== 'good' && <p>{t(`operations:advice.${part}`)}</p>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function useMeasured(health: Health, tag: string): (part: string) => string {
  const { t } = useTranslation('operations');
  const { database, disk, outbox, forwarding, commands, reports, seals } = health;
  const count = (value: number) => formatCount(value, tag);
  const time = (seconds: number) => ltrText(formatDuration(seconds * 1000, tag));
  const queue = (waiting: number, seconds: number) =>
    waiting === 0
      ? t('operations:idle')
      : t('operations:queue', { waiting: count(waiting), time: time(seconds) });
  const processes = ({ count: alive, seen_s: seen }: Health['gateways']) =>
    alive > 0
      ? t('operations:processes', { count: alive })
      : seen === null
        ? t('operations:process-none')
        : t('operations:process-gone', { time: time(seen) });
  return (part) => {
    switch (part) {
      case 'database':
        return t('operations:answers', {
          time: ltrText(formatDuration(database.answers_in_ms, tag)),
        });
      case 'disk':
        return disk === null
          ? t('operations:disk-untold')
          : t('operations:disk-free', {
              share: formatPercent(wholePercent(disk.free_bytes / disk.total_bytes), 0, tag),
            });
      case 'gateway':
        return processes(health.gateways);
      case 'worker':
        return processes(health.workers);
      case 'ledger':
        return t('operations:waiting-devices', { count: health.ledger_waiting });
      case 'outbox':
        if (outbox.due + outbox.dead === 0) return t('operations:idle');
        return t('operations:outbox', {
          due: count(outbox.due),
          dead: count(outbox.dead),
          time: time(outbox.overdue_s),
        });
      case 'forwarding':
        return queue(forwarding.waiting, forwarding.oldest_s);
      case 'commands':
        return t('operations:commands', {
          open: count(commands.open),
          unknown: count(commands.unknown),
        });
      case 'reports':
        return queue(reports.open, reports.oldest_s);
      case 'audit':
        return queue(seals.waiting, seals.oldest_s);
      default:
        return '';
    }
  };
}
