import { useTranslation } from 'react-i18next';
import type { Density } from './table-search.ts';

interface TableSkeletonProps {
  readonly lines: number;
  readonly density?: Density;
}

/** Grey lines in place of the rows until the first response, as high as single-line rows. */
export function TableSkeleton({ lines, density = 'standard' }: TableSkeletonProps) {
  const { t } = useTranslation();
  return (
    <div className="data-table-skeleton stack" data-density={density} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reordered.
        <div key={line} style={{ inlineSize: `${92 - ((line * 37) % 30)}%` }} />
      ))}
    </div>
  );
}
