/** Outages, and the decisions on users with their causes; newest first. */
import { Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { useOutages, useTowerEvents } from '../api/use-towers.ts';

const OUTAGE_ROWS = 8;
const EVENT_ROWS = 20;
const MINUTE_MS = 60_000;

export function TowerLog({ id }: { id: number }) {
  return (
    <div className="stack">
      <Outages id={id} />
      <Events id={id} />
    </div>
  );
}

function Outages({ id }: { id: number }) {
  const { t } = useTranslation('towers');
  const [page, setPage] = useState(1);
  const outages = useOutages(id, page, OUTAGE_ROWS);
  const { data } = outages;
  return (
    <section className="stack gap-8">
      <h3>{t('towers:outages.title')}</h3>
      <Loaded
        query={outages}
        lines={3}
        empty={<EmptyState title={t('towers:outages.none')} body={t('towers:outages.none-body')} />}
      >
        {({ list }) => (
          <table className="plain-table folds" aria-label={t('towers:outages.title')}>
            <thead>
              <tr>
                <th scope="col">{t('towers:outages.began')}</th>
                <th scope="col">{t('towers:outages.ended')}</th>
                <th scope="col" className="is-amount">
                  {t('towers:outages.minutes')}
                </th>
                <th scope="col" className="is-amount">
                  {t('towers:outages.lowest')}
                </th>
                <th scope="col" className="is-amount">
                  {t('towers:outages.cuts')}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((row) => (
                <tr key={row.began_at}>
                  <th scope="row">
                    <Moment at={row.began_at} />
                  </th>
                  <td data-label={t('towers:outages.ended')}>
                    {row.ended_at === null ? (
                      t('towers:outages.running')
                    ) : (
                      <Moment at={row.ended_at} />
                    )}
                  </td>
                  <td className="is-amount" data-label={t('towers:outages.minutes')}>
                    {row.ended_at === null
                      ? '–'
                      : Math.max(1, Math.round((row.ended_at - row.began_at) / MINUTE_MS))}
                  </td>
                  <td className="is-amount" data-label={t('towers:outages.lowest')}>
                    <ValueWithUnit value={row.lowest_v} unit="V" />
                  </td>
                  <td className="is-amount" data-label={t('towers:outages.cuts')}>
                    {row.cuts}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      {data !== undefined && data.total > OUTAGE_ROWS && (
        <Pagination
          size="small"
          current={page}
          pageSize={OUTAGE_ROWS}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  );
}

function Events({ id }: { id: number }) {
  const { t } = useTranslation('towers');
  const [page, setPage] = useState(1);
  const events = useTowerEvents(id, page, EVENT_ROWS);
  const { data } = events;
  return (
    <section className="stack gap-8">
      <h3>{t('towers:events.title')}</h3>
      <Loaded
        query={events}
        lines={5}
        empty={<EmptyState title={t('towers:events.none')} body={t('towers:events.none-body')} />}
      >
        {({ list }) => (
          <table className="plain-table folds" aria-label={t('towers:events.title')}>
            <thead>
              <tr>
                <th scope="col">{t('towers:events.at')}</th>
                <th scope="col">{t('towers:events.user')}</th>
                <th scope="col">{t('towers:events.became')}</th>
                <th scope="col">{t('towers:events.why')}</th>
                <th scope="col" className="is-amount">
                  {t('towers:live.bus')}
                </th>
                <th scope="col">{t('towers:events.by')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <Moment at={row.at} />
                  </th>
                  <td data-label={t('towers:events.user')}>
                    <bdi>{row.user}</bdi>
                  </td>
                  <td data-label={t('towers:events.became')}>{t(`towers:state.${row.to}`)}</td>
                  <td data-label={t('towers:events.why')}>{t(`towers:cause.${row.cause}`)}</td>
                  <td className="is-amount" data-label={t('towers:live.bus')}>
                    <ValueWithUnit value={row.bus_v} unit="V" />
                  </td>
                  <td data-label={t('towers:events.by')}>
                    {row.decided_by === '' ? (
                      t('towers:events.platform')
                    ) : (
                      <bdi>{row.decided_by}</bdi>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      {data !== undefined && data.total > EVENT_ROWS && (
        <Pagination
          size="small"
          current={page}
          pageSize={EVENT_ROWS}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  );
}
