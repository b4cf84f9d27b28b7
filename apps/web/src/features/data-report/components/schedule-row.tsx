/** One scheduled report: content, schedule, recipients, last result and actions. */
import {
  DeleteOutlined,
  EditOutlined,
  PauseCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useOwnGroups } from '../../alarm-rules/components/group-select.tsx';
import { useScheduleChanges } from '../api/use-schedules.ts';
import { pauseOf, type Schedule } from '../schedule.ts';
import { draftOf } from '../schedule-draft.ts';
import { RunResult } from './run-result.tsx';
import { useScheduleTexts } from './use-schedule-texts.ts';

interface ScheduleRowProps {
  readonly schedule: Schedule;
  /** The platform can send mail. */
  readonly hasMail: boolean;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

export function ScheduleRow({ schedule, hasMail, onChange, onDelete }: ScheduleRowProps) {
  const { t } = useTranslation('reports');
  const send = useScheduleChanges();
  const { run, isBusy, error } = useAction({ showsError: true });
  const { name, when } = useScheduleTexts()(schedule);
  const { enabled, own, owner, recipients, runs } = schedule;
  const { format, span, scope } = draftOf(schedule);
  const pause = pauseOf(schedule);
  const called = `${name}, ${when}`;
  const { all: groups } = useOwnGroups();
  const group = groups.find(({ id }) => id === scope.group)?.name ?? t('reports:devices.group');
  const devices = t('reports:row.devices', { count: scope.devices.length });
  const whichOf = { all: t('reports:row.all'), group, devices };
  const facts = [whichOf[scope.kind], format.toUpperCase()];
  const turn = (isOn: boolean) =>
    run(() =>
      send('v2.report-schedule.change', {
        params: { id: String(schedule.id) },
        body: { enabled: isOn },
      }),
    );
  return (
    <tr>
      <th scope="row">
        <span className="schedule__name strong">{name}</span>
        <span className="faint text-small row gap-text">
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </span>
        {!own && (
          <span className="faint text-small">
            {t('reports:schedule.of-owner')} <bdi>{owner.name}</bdi>
          </span>
        )}
      </th>
      <td data-label={t('reports:schedule.column.when')}>
        <div className="stack gap-4 to-start">
          <span>{when}</span>
          <span className="faint text-small">{t(`reports:schedule.span.${span}`)}</span>
        </div>
      </td>
      <td data-label={t('reports:schedule.column.recipients')}>
        <div className="stack gap-4 to-start">
          <ul className="breakable">
            {recipients.map(({ id, name: person }) => (
              <li key={id}>
                <bdi>{person === '' ? '–' : person}</bdi>
              </li>
            ))}
          </ul>
          {schedule.by_mail && !hasMail ? (
            <StateTag tone="warning" icon={<WarningOutlined />}>
              {t('reports:schedule.arrives.mail-off')}
            </StateTag>
          ) : (
            <span className="faint text-small">
              {t(`reports:schedule.arrives.${schedule.by_mail ? 'by-mail' : 'list-only'}`)}
            </span>
          )}
        </div>
      </td>
      <td data-label={t('reports:schedule.column.next')}>
        <div className="stack gap-4 to-start">
          {pause === undefined ? (
            <Moment at={schedule.next_at} />
          ) : (
            <>
              <StateTag tone="warning" icon={<PauseCircleOutlined />}>
                {t('reports:schedule.paused')}
              </StateTag>
              <span className="schedule__why hint">{t(`reports:schedule.pause.${pause}`)}</span>
            </>
          )}
        </div>
      </td>
      <td data-label={t('reports:schedule.column.last')}>
        <div className="stack gap-4 to-start">
          <RunResult run={runs[0]} />
        </div>
      </td>
      <td data-label={t('reports:schedule.column.on')}>
        <div className="stack gap-4 to-start">
          {own ? (
            <Switch
              checked={enabled}
              loading={isBusy}
              aria-label={`${t('reports:schedule.column.on')}: ${called}`}
              onChange={turn}
            />
          ) : (
            t(enabled ? 'reports:schedule.is-on' : 'reports:schedule.is-off')
          )}
          <ErrorAlert error={error} />
        </div>
      </td>
      <td className="schedule__tools nowrap">
        {own && (
          <Button
            icon={<EditOutlined aria-hidden />}
            aria-label={`${t('reports:do.change')}: ${called}`}
            onClick={onChange}
          >
            {t('reports:do.change')}
          </Button>
        )}
        <Button
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`${t('reports:do.delete')}: ${called}`}
          onClick={onDelete}
        >
          {t('reports:do.delete')}
        </Button>
      </td>
    </tr>
  );
}
