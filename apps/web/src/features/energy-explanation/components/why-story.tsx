/** Readings, steps, decisions, tariff and calculation behind the energy and fee of some days. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Link } from '@tanstack/react-router';
import { Alert, Segmented, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';
import { PATHS } from '../../../config/paths.ts';
import { useCurrency } from '../../../lib/session/use-group-info.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type Explanation, useExplanation } from '../api/use-explanation.ts';
import { type DayRange, spanParts } from '../span-parts.ts';
import type { WhyOf } from '../why-of.ts';
import { FeeArithmetic } from './fee-arithmetic.tsx';
import { StepStories } from './step-stories.tsx';
import { StoryDecisions } from './story-decisions.tsx';
import { StoryReadings } from './story-readings.tsx';
import { StorySums } from './story-sums.tsx';
import { StoryTariffs } from './story-tariffs.tsx';
import './why-story.css';

export function WhyStory({ of }: { of: WhyOf }) {
  const { t } = useTranslation('explanation');
  const { zone } = useRequiredSession().user;
  const [parts] = useState(() => spanParts(of, formatMoment(Date.now(), zone).slice(0, 10)));
  const [at, setAt] = useState(0);
  return (
    <div className="why stack gap-16">
      {parts.length > 1 && (
        <Segmented
          aria-label={t('explanation:part')}
          value={at}
          options={parts.map(({ start, end }, value) => ({
            value,
            label: <bdi className="ltr">{`${start} – ${end}`}</bdi>,
          }))}
          onChange={setAt}
        />
      )}
      <PartStory of={of} part={parts[at]!} />
    </div>
  );
}

function PartStory({ of, part }: { of: WhyOf; part: DayRange }) {
  const { t } = useTranslation('explanation');
  const query = useExplanation({ ...of, ...part });
  if (query.data === undefined) {
    return query.error !== null ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <div aria-busy>
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );
  }
  if (query.data.readings === 0 && query.data.days.length === 0) {
    return <EmptyState title={t('explanation:none')} body={t('explanation:none-body')} />;
  }
  return (
    <>
      {query.error !== null && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isCompact />
      )}
      <Story story={query.data} isProvisional={of.isProvisional} />
    </>
  );
}

function Story({
  story,
  isProvisional,
}: {
  story: Explanation;
  isProvisional: boolean | undefined;
}) {
  const { t } = useTranslation('explanation');
  const mayRepair = useMay('energy.correct');
  const currency = useCurrency();
  const frame = useRef<HTMLDivElement>(null);
  useKeyboardScroll(frame, '.scroll-x');
  return (
    <div className="why stack gap-16" ref={frame}>
      <p className="text-title">
        <bdi>{story.device_name}</bdi> <span className="code ltr">{story.device_code}</span>
      </p>
      {story.pending && (
        <Alert type="info" showIcon role="status" title={t('explanation:pending')} />
      )}
      <StorySums story={story} currency={currency} />
      <StoryReadings story={story} />
      <StepStories story={story} />
      <StoryDecisions story={story} />
      <StoryTariffs story={story} currency={currency} />
      <FeeArithmetic story={story} currency={currency} />
      {isProvisional !== undefined && (
        <p>{t(isProvisional ? 'explanation:provisional' : 'explanation:final')}</p>
      )}
      <p className="row gap-wide">
        <Link
          to={PATHS.deviceData}
          search={{
            device: story.device_code,
            tab: 'history',
            range: 'custom',
            from: `${story.start} 00:00:00`,
            to: `${story.end} 23:59:59`,
          }}
        >
          {t(
            story.start === story.end
              ? 'explanation:readings-of-day'
              : 'explanation:readings-of-days',
          )}
        </Link>
        {mayRepair && (
          <Link
            to={PATHS.energyRepair}
            search={{ device: story.device_code, start: story.start, end: story.end }}
          >
            {t('explanation:correct')}
          </Link>
        )}
      </p>
    </div>
  );
}
