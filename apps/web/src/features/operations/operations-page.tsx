/** Platform state for its administrator; polled every ten seconds while the page is visible. */

import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { Tile } from '../../components/values/tile.tsx';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { MachineFacts } from './components/machine-facts.tsx';
import { PartTable } from './components/part-table.tsx';
import { RejectedTable } from './components/rejected-table.tsx';
import { WorkFacts } from './components/work-facts.tsx';
import './operations.css';

const EVERY_MS = 10_000;

export function OperationsPage() {
  const { t } = useTranslation('operations');
  const query = useCallQuery(
    'v2.operations',
    {},
    { select: ({ data }) => data, refetchInterval: EVERY_MS },
  );
  return (
    <div className="operations halves gap-16">
      <PageHeading />
      <Tile title={t('operations:parts')} query={query} className="span-all">
        {(health) => <PartTable health={health} />}
      </Tile>
      {/* The height of the first section is unknown until it loads, so the others appear with it. */}
      {(query.data !== undefined || query.error !== null) && (
        <>
          <Tile title={t('operations:work')} query={query}>
            {(health) => <WorkFacts health={health} />}
          </Tile>
          <Tile title={t('operations:machine')} query={query}>
            {(health) => <MachineFacts health={health} />}
          </Tile>
          <Tile title={t('operations:rejected')} query={query} className="span-all">
            {({ rejected }) => <RejectedTable rejected={rejected} />}
          </Tile>
        </>
      )}
    </div>
  );
}
