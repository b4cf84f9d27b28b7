/** Printable bill of a project's devices for one settlement period. */
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../components/states/loaded.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { BillSheet } from '../fees/components/bill-sheet.tsx';
import { PeriodSelect, PrintButton } from '../fees/components/bill-tools.tsx';
import { useProjectBill } from './api/use-project-ledger.ts';
import type { Project } from './api/use-projects.ts';
import { ProjectFrame } from './components/project-frame.tsx';

export function ProjectBillPage() {
  const { t } = useTranslation('projects');
  const { search, set } = useListSearch(useSearch({ from: '/shell/project-view-bill' }));
  return (
    <ProjectFrame
      title={t('projects:page.bill')}
      section="view"
      tools={
        <>
          <PeriodSelect value={search.start} onChange={(start) => set({ start })} />
          <PrintButton />
        </>
      }
    >
      {(project) => <ProjectBill key={project.id} project={project} start={search.start} />}
    </ProjectFrame>
  );
}

function ProjectBill({ project, start }: { project: Project; start: string | undefined }) {
  const { t } = useTranslation('fees');
  return (
    <Loaded query={useProjectBill(project.id, start)} lines={8}>
      {(bill) => (
        <BillSheet
          bill={bill}
          customer={project.name}
          hasLines
          heading={<h2 className="text-figure">{t('fees:bill.title')}</h2>}
        />
      )}
    </Loaded>
  );
}
