/** The steps with the decision about each and its reason; any of them can be corrected. */
import { EditOutlined } from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button, Checkbox } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { ExplainedStep } from '../../energy-explanation/api/use-explanation.ts';
import { StepKindTag } from '../../energy-explanation/components/step-kind-tag.tsx';
import { kindOf, noteOf } from '../../energy-explanation/step-kind.ts';
import { unitOf, useStepTexts } from '../../energy-explanation/use-step-texts.ts';
import type { MarkedStep } from '../marked-steps.ts';

export interface StepTableProps {
  readonly steps: readonly MarkedStep[];
  /** True if the server did not return all steps. */
  readonly isCut: boolean;
  readonly channel: string;
  readonly onCorrect: (step: ExplainedStep) => void;
}

const AT_ONCE = 50;

export function StepTable({ steps, isCut, channel, onCorrect }: StepTableProps) {
  const { t } = useTranslation('repair');
  const [hasPlain, setPlain] = useState(false);
  const [shown, setShown] = useState(AT_ONCE);
  const frame = useRef<HTMLDivElement>(null);
  useKeyboardScroll(frame);
  const rows = steps.filter(({ step }) => hasPlain || !step.plain);
  return (
    <div className="stack gap-8 to-start">
      <Checkbox checked={hasPlain} onChange={({ target }) => setPlain(target.checked)}>
        {t('repair:steps.plain-too')}
      </Checkbox>
      {rows.length === 0 ? (
        <p role="status">{t('repair:steps.none')}</p>
      ) : (
        <div className="full shrink scroll-x" ref={frame}>
          <table className="plain-table repair__table folds" aria-label={t('repair:steps.title')}>
            <thead>
              <tr>
                <th scope="col">{t('repair:steps.number')}</th>
                <th scope="col">{t('repair:steps.reading')}</th>
                <th scope="col">{t('repair:steps.what')}</th>
                <th scope="col" className="is-amount">
                  {t('repair:steps.register')}
                </th>
                <th scope="col" className="is-amount">
                  {t('repair:steps.counts')}
                </th>
                <th scope="col">{t('repair:steps.action')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((row) => (
                <StepRow key={row.step.at} row={row} channel={channel} onCorrect={onCorrect} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + AT_ONCE)}>
          {t('repair:steps.more', { count: rows.length - shown })}
        </Button>
      )}
      {isCut && <p>{t('repair:steps.cut')}</p>}
    </div>
  );
}

interface StepRowProps {
  readonly row: MarkedStep;
  readonly channel: string;
  readonly onCorrect: (step: ExplainedStep) => void;
}

function StepRow({ row: { number, step }, channel, onCorrect }: StepRowProps) {
  const { t } = useTranslation('repair');
  const { zone } = useRequiredSession().user;
  const unit = unitOf(channel);
  const textsOf = useStepTexts(unit);
  const note = noteOf(step);
  const kind = kindOf(step);
  return (
    <tr>
      <td className="strong" data-label={t('repair:steps.number')}>
        {number ?? ''}
      </td>
      <td data-label={t('repair:steps.reading')}>
        <Moment at={step.at} />
      </td>
      <td className="is-wide">
        <div className="repair__what stack gap-4 to-start">
          <StepKindTag kind={kind} />
          {step.plain ? (
            <p>{t('repair:steps.run', { count: step.readings })}</p>
          ) : (
            textsOf(step).map((sentence) => <p key={sentence}>{sentence}</p>)
          )}
        </div>
      </td>
      <td className="repair__register" data-label={t('repair:steps.register')}>
        {note !== undefined && (
          <span className="is-amount">
            <EnergyAmount kwh={note.base} unit={unit} />
            <EnergyAmount kwh={note.value} unit={unit} />
          </span>
        )}
      </td>
      <td data-label={t('repair:steps.counts')}>
        <EnergyAmount kwh={step.ept} unit={unit} />
      </td>
      <td data-label={t('repair:steps.action')}>
        {step.plain ? (
          '–'
        ) : kind === 'corrected' ? (
          <span className="faint">{t('repair:steps.corrected')}</span>
        ) : (
          <Button
            size="small"
            icon={<EditOutlined aria-hidden />}
            aria-label={t('repair:correct-of', { at: ltrText(formatMoment(step.at, zone)) })}
            onClick={() => onCorrect(step)}
          >
            {t('repair:correct')}
          </Button>
        )}
      </td>
    </tr>
  );
}
