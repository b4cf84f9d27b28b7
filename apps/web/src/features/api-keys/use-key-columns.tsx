import {
  CheckCircleFilled,
  ClockCircleOutlined,
  PauseCircleOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { API_SCOPES } from '@busbar/domain/access/api-scope';
import { formatCount } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../components/states/state-tag.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { Moment } from '../../components/values/moment.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import type { ApiKey } from './api/use-api-keys.ts';

const STATES: Readonly<Record<string, readonly [tone: StateTone, icon: ReactNode]>> = {
  active: ['good', <CheckCircleFilled key="active" />],
  expired: ['neutral', <ClockCircleOutlined key="expired" />],
  revoked: ['neutral', <StopOutlined key="revoked" />],
  off: ['warning', <PauseCircleOutlined key="off" />],
};

interface KeyDeeds {
  readonly onLimit: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

export function useKeyColumns({ onLimit, onRevoke }: KeyDeeds): DataColumn<ApiKey>[] {
  const { t } = useTranslation('api-keys');
  const { tag } = useLanguage();
  const count = (value: number) => formatCount(value, tag);
  const used = (value: number, limit: number | null) =>
    limit === null
      ? count(value)
      : t('api-keys:limit.used', { used: count(value), limit: count(limit) });
  const { zone } = useRequiredSession().user;
  const time = (at: number | null) => (at === null ? '' : formatMoment(at, zone));
  const scopes = (row: ApiKey) =>
    API_SCOPES.filter((scope) => row.scopes.includes(scope))
      .map((scope) => t(`api-keys:scope.${scope.slice('read:'.length)}`))
      .join(', ');
  const state = ({ state: value }: ApiKey) =>
    value in STATES ? t(`api-keys:state.${value}`) : value;
  return [
    {
      key: 'name',
      title: t('api-keys:column.name'),
      value: (row) => row.name,
      render: (row) => <bdi>{row.name}</bdi>,
      isTitle: true,
    },
    {
      key: 'state',
      title: t('api-keys:column.state'),
      value: state,
      render: (row) => {
        const [tone, icon] = STATES[row.state] ?? ['unknown', null];
        return (
          <StateTag tone={tone} icon={icon} isPlain>
            {state(row)}
          </StateTag>
        );
      },
    },
    {
      key: 'prefix',
      title: t('api-keys:column.prefix'),
      value: (row) => `${row.prefix}…`,
      render: (row) => <span className="code">{`${row.prefix}…`}</span>,
      isLtr: true,
    },
    { key: 'scopes', title: t('api-keys:column.scopes'), value: scopes },
    {
      key: 'expires',
      title: t('api-keys:column.expires'),
      value: (row) => time(row.expires_at),
      isLtr: true,
    },
    {
      key: 'used',
      title: t('api-keys:column.used'),
      value: (row) => time(row.last_used_at),
      render: (row) =>
        row.last_used_at === null ? (
          t('api-keys:never')
        ) : (
          <span className="stack gap-2">
            <Moment at={row.last_used_at} />
            <bdi className="hint ltr">{row.last_used_address}</bdi>
          </span>
        ),
    },
    {
      key: 'address',
      title: t('api-keys:column.address'),
      value: (row) => row.last_used_address,
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'minute',
      title: t('api-keys:column.minute'),
      value: (row) => used(row.used_last_minute, row.per_minute),
    },
    {
      key: 'day',
      title: t('api-keys:column.day'),
      value: (row) => used(row.used_today, row.per_day),
      render: (row) => (
        <span className="stack gap-2">
          {used(row.used_today, row.per_day)}
          {row.refused_today > 0 && (
            <span className="warn text-small">
              {t('api-keys:limit.refused', { refused: count(row.refused_today) })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'refused',
      title: t('api-keys:column.refused'),
      value: (row) => count(row.refused_today),
      isHiddenByDefault: true,
    },
    {
      key: 'by',
      title: t('api-keys:column.by'),
      value: (row) => row.created_by,
      render: (row) => <bdi>{row.created_by}</bdi>,
      isHiddenByDefault: true,
    },
    {
      key: 'created',
      title: t('api-keys:column.created'),
      value: (row) => time(row.created_at),
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'actions',
      title: t('api-keys:column.actions'),
      value: () => '',
      isForScreenOnly: true,
      render: (row) =>
        row.state === 'active' || row.state === 'off' ? (
          <span className="row">
            <Button
              size="small"
              aria-label={t('api-keys:limit.of', { name: row.name })}
              onClick={() => onLimit(row)}
            >
              {t('api-keys:limit.change')}
            </Button>
            <Button
              size="small"
              danger
              aria-label={t('api-keys:revoke-of', { name: row.name })}
              onClick={() => onRevoke(row)}
            >
              {t('api-keys:revoke')}
            </Button>
          </span>
        ) : (
          '–'
        ),
    },
  ];
}
