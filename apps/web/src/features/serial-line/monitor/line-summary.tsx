/** Counts of a line since its DTU has connected, and the stations with a fault. */
import { WarningFilled } from '@ant-design/icons';
import { formatCount, formatShortPercent } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/values/age.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { answeredShare } from './answered-share.ts';
import type { LineReport } from './use-line-monitor.ts';
import { useResultText } from './use-result-text.ts';

export function LineSummary({ report }: { report: LineReport }) {
  const { t } = useTranslation('line-monitor');
  const { tag } = useLanguage();
  const share = answeredShare(report);
  const resultText = useResultText();
  const count = (name: 'sent' | 'answers' | 'timeouts' | 'refusals' | 'incomplete') =>
    [t(`line-monitor:count.${name}`), formatCount(report[name], tag)] as const;
  return (
    <div className="stack gap-16">
      <LineFaults report={report} />
      <div className="columns columns-fit">
        <Facts
          rows={[
            [t('line-monitor:connected'), <Moment key="at" at={report.connected_at} />],
            [t('line-monitor:received'), <Age key="at" at={report.last_received_at} />],
            [
              t('line-monitor:answered'),
              share === undefined ? '' : formatShortPercent(share * 100, 1, tag),
            ],
          ]}
        />
        <Facts
          rows={[
            count('sent'),
            count('answers'),
            count('timeouts'),
            count('refusals'),
            ...(report.incomplete > 0 ? [count('incomplete')] : []),
          ]}
        />
        {report.discarded.length > 0 && (
          <Facts
            rows={report.discarded.map(({ reason, bytes }) => [
              resultText(reason),
              t('line-monitor:bytes', { count: bytes, bytes: formatCount(bytes, tag) }),
            ])}
          />
        )}
      </div>
    </div>
  );
}

function LineFaults({ report: { left_alone: leftAlone, faults } }: { report: LineReport }) {
  const { t, i18n } = useTranslation('line-monitor');
  const { zone } = useRequiredSession().user;
  if (leftAlone.length + faults.length === 0) return null;
  const faultText = (reason: string, station: string) => {
    const key = `line-monitor:fault.${reason}`;
    return t(i18n.exists(key) ? key : 'line-monitor:fault.other', { station });
  };
  const texts = [
    ...leftAlone.map(({ station, until }) =>
      t('line-monitor:left-alone', { station, time: formatMoment(until, zone).slice(-8) }),
    ),
    ...faults.map(({ station, reason }) => faultText(reason, station)),
  ];
  return (
    <ul className="line-faults stack gap-8" aria-label={t('line-monitor:faults')}>
      {texts.map((text) => (
        <li key={text} className="line align-start">
          <WarningFilled aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
