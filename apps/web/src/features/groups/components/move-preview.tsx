/** Users who gain or lose visibility, and what continues to run without them. */

import { MinusCircleOutlined, PlusCircleOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import type { MovePreview as Preview } from '../api/use-move.ts';

type View = Preview['views'][number];

export function MovePreview({ preview }: { preview: Preview }) {
  const { t } = useTranslation('groups');
  const { views, touched } = preview;
  const goesOn = [
    touched.timers > 0 && t('groups:touched.timers', { count: touched.timers }),
    touched.projects.length > 0 &&
      t('groups:touched.projects', { names: touched.projects.join(', ') }),
    touched.towers.length > 0 && t('groups:touched.towers', { names: touched.towers.join(', ') }),
    touched.schedules > 0 && t('groups:touched.schedules', { count: touched.schedules }),
    touched.notified > 0 && t('groups:touched.notified', { count: touched.notified }),
  ].filter((line) => line !== false);
  return (
    <section className="group-move__preview" aria-label={t('groups:preview.title')}>
      <h2>{t('groups:preview.title')}</h2>
      {views.length === 0 ? (
        <p>{t('groups:preview.nobody')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
        <ul className="group-move__views box" tabIndex={0} aria-label={t('groups:preview.title')}>
          {views.map((view) => (
            <li key={`${view.group_before} ${view.users[0]?.id}`}>
              <People view={view} />
              <Seen view={view} side="lost" />
              <Seen view={view} side="gained" />
            </li>
          ))}
          {preview.view_number > views.length && (
            <li>{t('groups:preview.more-views', { count: preview.view_number - views.length })}</li>
          )}
        </ul>
      )}
      {goesOn.length > 0 && (
        <Alert
          type="warning"
          role="note"
          showIcon
          title={t('groups:touched.title')}
          description={
            <ul className="bullets">
              {goesOn.map((line) => (
                <li key={line}>
                  <bdi>{line}</bdi>
                </li>
              ))}
            </ul>
          }
        />
      )}
    </section>
  );
}

function People({ view }: { view: View }) {
  const { t } = useTranslation('groups');
  const { group_before: before, group_after: after, users, user_number: number } = view;
  const more = number - users.length;
  return (
    <p className="group-move__people">
      <strong>
        <bdi>{users.map(({ name }) => name).join(', ')}</bdi>
        {more > 0 && ` ${t('groups:preview.more', { count: more })}`}
      </strong>{' '}
      <span>
        {before === after
          ? t('groups:preview.in', { group: before })
          : t('groups:preview.from-to', { before, after })}
      </span>
    </p>
  );
}

function Seen({ view, side }: { view: View; side: 'lost' | 'gained' }) {
  const { t } = useTranslation('groups');
  const { number, devices } = view[side];
  if (number === 0) return null;
  const more = number - devices.length;
  return (
    <details className="group-move__seen" data-side={side}>
      <summary>
        {side === 'lost' ? <MinusCircleOutlined aria-hidden /> : <PlusCircleOutlined aria-hidden />}{' '}
        {t(`groups:preview.${side}`, { count: number })}
      </summary>
      <ul className="bullets">
        {devices.map((device) => (
          <li key={device.device_code}>
            <DeviceName name={device.device_name} code={device.device_code} />{' '}
            <span className="code">{device.device_code}</span>
          </li>
        ))}
        {more > 0 && <li>{t('groups:preview.more', { count: more })}</li>}
      </ul>
    </details>
  );
}
