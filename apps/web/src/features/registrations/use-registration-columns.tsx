import {
  CheckCircleFilled,
  ClockCircleOutlined,
  HourglassOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { messageMark } from '@busbar/domain/access/customer-limits';
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
import type { RegistrationRow } from './api/use-registrations.ts';
import type { RegistrationState } from './registration-search.ts';

const STATES: Readonly<Record<RegistrationState, readonly [tone: StateTone, icon: ReactNode]>> = {
  pending: ['warning', <HourglassOutlined key="pending" />],
  active: ['good', <CheckCircleFilled key="active" />],
  rejected: ['neutral', <StopOutlined key="rejected" />],
  expired: ['neutral', <ClockCircleOutlined key="expired" />],
};

export type RegistrationAction = 'activate' | 'reject' | 'change';

export function useRegistrationColumns(
  onAsk: (what: RegistrationAction, row: RegistrationRow) => void,
): DataColumn<RegistrationRow>[] {
  const { t } = useTranslation('registrations');
  const { zone } = useRequiredSession().user;
  const time = (at: number | null) => (at === null ? '' : formatMoment(at, zone));
  const text = (
    key: 'chinese_code' | 'user_account' | 'contact_user' | 'phone' | 'email' | 'address',
    isHiddenByDefault = false,
  ): DataColumn<RegistrationRow> => ({
    key,
    title: t(`registrations:column.${key}`),
    value: (row) => row[key],
    render: (row) => <bdi>{row[key] || '–'}</bdi>,
    isHiddenByDefault,
  });
  return [
    {
      key: 'name',
      title: t('registrations:column.name'),
      value: (row) => row.english_code,
      render: (row) => <bdi>{row.english_code}</bdi>,
      isTitle: true,
    },
    text('chinese_code'),
    {
      key: 'state',
      title: t('registrations:column.state'),
      value: (row) => t(`registrations:state.${row.state}`),
      render: (row) => (
        <StateTag tone={STATES[row.state][0]} icon={STATES[row.state][1]} isPlain>
          {t(`registrations:state.${row.state}`)}
        </StateTag>
      ),
    },
    text('user_account'),
    text('contact_user'),
    text('phone', true),
    text('email', true),
    text('address', true),
    {
      key: 'created',
      title: t('registrations:column.created'),
      value: (row) => time(row.created_at),
      render: (row) => <Moment at={row.created_at} />,
    },
    {
      key: 'expires',
      title: t('registrations:column.expires'),
      value: (row) => time(row.expires_at),
      render: (row) =>
        row.expires_at === null ? t('registrations:never') : <Moment at={row.expires_at} />,
    },
    {
      key: 'messages',
      title: t('registrations:column.messages'),
      value: (row) => String(row.messages_today),
      render: (row) => <MessagesToday today={row.messages_today} most={row.most_messages} />,
    },
    {
      key: 'reason',
      title: t('registrations:reason'),
      value: (row) => row.rejected_reason,
      render: (row) => <bdi>{row.rejected_reason || '–'}</bdi>,
    },
    {
      key: 'actions',
      title: t('registrations:column.actions'),
      value: () => '',
      isForScreenOnly: true,
      render: (row) => (
        <span className="registration-actions row inline">
          {row.state !== 'active' && (
            <Button
              size="small"
              aria-label={t('registrations:activate-of', { name: row.english_code })}
              onClick={() => onAsk('activate', row)}
            >
              {t('registrations:activate')}
            </Button>
          )}
          {row.state === 'pending' && (
            <Button
              size="small"
              danger
              aria-label={t('registrations:reject-of', { name: row.english_code })}
              onClick={() => onAsk('reject', row)}
            >
              {t('registrations:reject')}
            </Button>
          )}
          <Button
            size="small"
            aria-label={t('registrations:change-of', { name: row.english_code })}
            onClick={() => onAsk('change', row)}
          >
            {t('registrations:change')}
          </Button>
        </span>
      ),
    },
  ];
}

/** Messages compared with the agreed daily number; flagged in text from 80 percent. */
function MessagesToday({ today, most }: { today: number; most: number | null }) {
  const { t } = useTranslation('registrations');
  const { tag } = useLanguage();
  const number = (value: number) => formatCount(value, tag);
  if (most === null) return number(today);
  const mark = messageMark(today, most);
  const text = t('registrations:messages-of', { today: number(today), most: number(most) });
  return mark === 0 ? (
    text
  ) : (
    <StateTag tone={mark === 100 ? 'alarm' : 'warning'} icon={<WarningOutlined />} isPlain>
      {`${text} · ${t(`registrations:messages-mark.${mark}`)}`}
    </StateTag>
  );
}
