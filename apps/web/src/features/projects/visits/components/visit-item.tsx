/** Details of a visit: time, worker, replaced parts, notes, and alarm suppression. */
import {
  BellOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../../components/states/state-tag.tsx';
import { Moment } from '../../../../components/values/moment.tsx';
import type { Visit } from '../../api/use-visits.ts';

interface VisitItemProps {
  visit: Visit;
  /** Undefined if the visit is over or the user has read-only access. */
  actions: { onEdit: () => void; onDone: () => void; onCancel: () => void } | undefined;
}

const LOOKS: Readonly<Record<string, readonly [StateTone, ReactNode]>> = {
  planned: ['info', <ClockCircleOutlined key="planned" />],
  done: ['good', <CheckCircleFilled key="done" />],
  cancelled: ['neutral', <MinusCircleOutlined key="cancelled" />],
};

export function VisitItem({ visit, actions }: VisitItemProps) {
  const { t } = useTranslation('projects');
  const [tone, icon] = LOOKS[visit.state] ?? LOOKS.planned!;
  const what = visit.lamp_group_name ?? t('projects:visit.whole');
  return (
    <li id={`visit-${visit.id}`} className="panel stack gap-8">
      <div className="row gap-text">
        <h3>
          <bdi>{what}</bdi>
        </h3>
        <StateTag tone={tone} icon={icon} isPlain>
          {t(`projects:visit.state.${visit.state}`)}
        </StateTag>
        {visit.silence && (
          <StateTag tone="neutral" icon={<BellOutlined />} isPlain>
            {t('projects:visit.silenced')}
          </StateTag>
        )}
      </div>
      <p className="hint">
        <Moment at={visit.from} /> – <Moment at={visit.to} />
        {visit.worker !== '' && (
          <>
            {' · '}
            <bdi>{visit.worker}</bdi>
          </>
        )}
      </p>
      {visit.notes !== '' && (
        <p className="visit__notes breakable" dir="auto">
          {visit.notes}
        </p>
      )}
      {visit.parts.length > 0 && (
        <ul className="bullets" aria-label={t('projects:visit.parts')}>
          {visit.parts.map((part) => (
            <li key={part.name}>
              <bdi>{part.name}</bdi> <bdi className="ltr">× {part.quantity}</bdi>
            </li>
          ))}
        </ul>
      )}
      {actions !== undefined && (
        <div className="visit__tools row">
          <Button size="small" type="primary" ghost onClick={actions.onDone}>
            {t('projects:visit.done')}
          </Button>
          <Button size="small" onClick={actions.onEdit}>
            {t('projects:edit')}
          </Button>
          <Button size="small" danger onClick={actions.onCancel}>
            {t('projects:visit.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}
