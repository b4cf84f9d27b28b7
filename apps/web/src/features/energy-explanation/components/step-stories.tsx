/** The steps that are not plain, each with its reason: resets, glitches, gaps. */
import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { ExplainedStep, Explanation } from '../api/use-explanation.ts';
import { condensed, exact, kindOf } from '../step-kind.ts';
import { unitOf, useGapTexts, useStepTexts } from '../use-step-texts.ts';
import { StepKindTag } from './step-kind-tag.tsx';

const AT_ONCE = 20;

export function StepStories({ story }: { story: Explanation }) {
  const { t } = useTranslation('explanation');
  const [shown, setShown] = useState(AT_ONCE);
  const stories = condensed(story.steps.filter(({ plain }) => !plain));
  const unit = unitOf(story.channel);
  return (
    <section className="stack gap-8">
      <h2>{t('explanation:steps.title')}</h2>
      {stories.length === 0 ? (
        <p>{t('explanation:steps.all-plain')}</p>
      ) : (
        <>
          <p className="faint">{t('explanation:steps.others-plain')}</p>
          <ol className="why__list stack">
            {stories.slice(0, shown).map((steps) => (
              <StepStory key={steps[0]!.at} steps={steps} unit={unit} />
            ))}
          </ol>
        </>
      )}
      {stories.length > shown && (
        <Button onClick={() => setShown(shown + AT_ONCE)}>
          {t('explanation:steps.more', { count: stories.length - shown })}
        </Button>
      )}
    </section>
  );
}

interface StepStoryProps {
  /** A single step, or consecutive gaps. */
  readonly steps: readonly ExplainedStep[];
  readonly unit: string;
}

function StepStory({ steps, unit }: StepStoryProps) {
  const textsOf = useStepTexts(unit);
  const silencesOf = useGapTexts(unit);
  const { t } = useTranslation('explanation');
  const step = steps[0]!;
  const sentences = steps.length === 1 ? textsOf(step) : silencesOf(steps);
  const counted = exact(steps.reduce((sum, { ept }) => sum + ept, 0));
  return (
    <li className="stack gap-4">
      <p className="row gap-text">
        <Moment at={step.at} />
        <StepKindTag kind={kindOf(step)} />
        {step.estimated !== null && (
          <StateTag tone="warning" icon={<QuestionCircleOutlined />} isPlain>
            {t('explanation:estimated.label')}
          </StateTag>
        )}
        <span className="strong push">
          {t('explanation:steps.counts')} <EnergyAmount kwh={counted} unit={unit} />
        </span>
      </p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </li>
  );
}
