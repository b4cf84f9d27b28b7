import { formatBytes } from '@busbar/domain/formats/bytes-text';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Health } from '../health.ts';

/** The process that responded, its database and its disk. */
export function MachineFacts({ health }: { health: Health }) {
  const { tag } = useLanguage();
  const { t } = useTranslation('operations');
  const { process, database, disk } = health;
  const bytes = (value: number) => formatBytes(value, tag);
  return (
    <Facts
      rows={[
        [t('operations:version'), <bdi key="version">{process.version}</bdi>],
        [t('operations:since'), <Moment key="since" at={process.started_at} />],
        [t('operations:roles'), <bdi key="roles">{process.roles.join(', ')}</bdi>],
        [t('operations:memory'), bytes(process.memory_bytes)],
        [t('operations:stall'), <bdi key="stall">{formatDuration(process.stall_ms, tag)}</bdi>],
        [t('operations:database'), <bdi key="database">{database.kind}</bdi>],
        [t('operations:database-size'), bytes(database.bytes)],
        [t('operations:migrations'), <bdi key="migrations">{database.migrations}</bdi>],
        [
          t('operations:disk'),
          disk === null
            ? '–'
            : t('operations:disk-of', {
                free: bytes(disk.free_bytes),
                total: bytes(disk.total_bytes),
              }),
        ],
        [t('operations:node'), <bdi key="node">{process.node}</bdi>],
      ]}
    />
  );
}
