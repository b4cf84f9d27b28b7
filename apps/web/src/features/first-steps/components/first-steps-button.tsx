/** Button with the number of completed steps, which opens their list. */
import { useLocation } from '@tanstack/react-router';
import { Popover } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type FirstSteps, useFirstSteps } from '../api/use-first-steps.ts';
import { setListOpen, useIsListOpen } from '../open-list.ts';
import { FirstStepList } from './first-step-list.tsx';
import './first-steps.css';

export function FirstStepsButton({ steps }: { steps: FirstSteps }) {
  const { t } = useTranslation('first-steps');
  const isOpen = useIsListOpen();
  const { refetch } = useFirstSteps();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shownOn = useRef(path);
  useEffect(() => {
    if (shownOn.current !== path) setListOpen(false);
    shownOn.current = path;
  }, [path]);
  useEffect(() => () => setListOpen(false), []);
  useEffect(() => {
    if (isOpen) void refetch();
  }, [isOpen, refetch]);
  const total = steps.steps.length;
  const done = steps.steps.filter((step) => step.done).length;
  const count = t('first-steps:count', { done, total });
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isOpen}
      onOpenChange={setListOpen}
      destroyOnHidden
      content={<FirstStepList steps={steps} count={count} />}
    >
      <button
        type="button"
        className="first-steps plain-button line gap-8 nowrap"
        aria-expanded={isOpen}
        title={t('first-steps:title')}
      >
        <Progress done={done} total={total} />
        <span className="first-steps__title">{t('first-steps:title')} </span>
        <span>{count}</span>
      </button>
    </Popover>
  );
}

/** A ring of which the completed part is coloured. */
function Progress({ done, total }: { done: number; total: number }) {
  return (
    <svg className="first-steps__ring" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" pathLength={total} />
      <circle cx="8" cy="8" r="6" pathLength={total} strokeDasharray={`${done} ${total}`} />
    </svg>
  );
}
