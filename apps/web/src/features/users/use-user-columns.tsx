import {
  CheckCircleFilled,
  ClockCircleOutlined,
  LinkOutlined,
  LockFilled,
  SafetyCertificateFilled,
  StopOutlined,
} from '@ant-design/icons';
import { formatMoment } from '@busbar/domain/formats/time-format';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../components/states/state-tag.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { Moment } from '../../components/values/moment.tsx';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { useRoleName } from '../roles/use-role-name.ts';
import type { UserRow } from './api/use-users.ts';

const STATES: Readonly<Record<string, readonly [tone: StateTone, icon: ReactNode]>> = {
  active: ['good', <CheckCircleFilled key="active" />],
  invited: ['info', <ClockCircleOutlined key="invited" />],
  locked: ['warning', <LockFilled key="locked" />],
  disabled: ['neutral', <StopOutlined key="disabled" />],
};

/** Returns the display name of a user's role. */
export function useUserRole(): (user: UserRow) => string {
  const nameOf = useRoleName();
  return ({ own_role_id: id, own_role_name: name, role }) => nameOf({ id, name, role });
}

export function UserState({ state }: { state: string }) {
  const { t } = useTranslation('users');
  const [tone, icon] = STATES[state] ?? ['unknown', null];
  return (
    <StateTag tone={tone} icon={icon} isPlain>
      {t(`users:state.${state}`, { defaultValue: state })}
    </StateTag>
  );
}

/** Marks a user who signs in through the provider of the customer. */
function ProviderTag({ way }: { way: string }) {
  const { t } = useTranslation('users');
  if (way === 'password') return null;
  return (
    <StateTag tone="info" icon={<LinkOutlined />} isPlain>
      {t(`users:way-tag.${way}`, { defaultValue: way })}
    </StateTag>
  );
}

export function useUserColumns(): DataColumn<UserRow>[] {
  const { t } = useTranslation('users');
  const { zone } = useRequiredSession().user;
  const roleOf = useUserRole();
  const time = (at: number | null) => (at === null ? '' : formatMoment(at, zone));
  return [
    {
      key: 'name',
      title: t('users:column.name'),
      value: (row) => row.name,
      render: (row) => (
        <span className="row gap-8">
          <bdi>{row.name}</bdi>
          <ProviderTag way={row.sign_in} />
        </span>
      ),
      isSortable: true,
      isTitle: true,
    },
    {
      key: 'role',
      title: t('users:column.role'),
      value: roleOf,
      render: (row) => <bdi>{roleOf(row)}</bdi>,
      isSortable: true,
    },
    {
      key: 'group',
      title: t('users:column.group'),
      value: (row) => row.group_name,
      render: (row) => <bdi>{row.group_name}</bdi>,
      isSortable: true,
    },
    {
      key: 'state',
      title: t('users:column.state'),
      value: (row) => t(`users:state.${row.state}`, { defaultValue: row.state }),
      render: (row) => <UserState state={row.state} />,
    },
    {
      key: 'last_sign_in',
      title: t('users:column.sign-in'),
      value: (row) => time(row.last_sign_in_at),
      render: (row) =>
        row.last_sign_in_at === null ? t('users:never') : <Moment at={row.last_sign_in_at} />,
      isSortable: true,
    },
    {
      key: 'factor',
      title: t('users:column.factor'),
      value: (row) => t(row.second_factor ? 'users:factor.on' : 'users:factor.off'),
      render: (row) =>
        row.second_factor ? (
          <StateTag tone="good" icon={<SafetyCertificateFilled />} isPlain>
            {t('users:factor.on')}
          </StateTag>
        ) : (
          t('users:factor.off')
        ),
    },
    {
      key: 'sessions',
      title: t('users:column.sessions'),
      value: (row) => row.sessions,
      align: 'end',
    },
    {
      key: 'way',
      title: t('users:column.way'),
      value: (row) => t(`users:way.${row.sign_in}`, { defaultValue: row.sign_in }),
      isHiddenByDefault: true,
    },
    {
      key: 'mail',
      title: t('users:column.mail'),
      value: (row) => row.mail,
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'created',
      title: t('users:column.created'),
      value: (row) => time(row.created_at),
      isLtr: true,
      isSortable: true,
      isHiddenByDefault: true,
    },
  ];
}
