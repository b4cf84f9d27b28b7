/** The rows of a file that cannot be imported, each with its reason. */
import { useTranslation } from 'react-i18next';
import type { ReadingPreview } from './use-reading-import.ts';

export function ReadingProblems({ preview }: { preview: ReadingPreview }) {
  const { t, i18n } = useTranslation('repair');
  const title = t('repair:import.problem.title');
  // A newer server may return unknown keys.
  const textOf = (key: string, plain: string) => (i18n.exists(key) ? t(key) : plain);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="repair__problems panel" aria-label={title} tabIndex={0}>
      <table className="plain-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('repair:import.problem.row')}</th>
            <th scope="col">{t('repair:import.problem.column')}</th>
            <th scope="col">{t('repair:import.problem.value')}</th>
            <th scope="col">{t('repair:import.problem.why')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.problems.map(({ row, column, reason, value }) => (
            <tr key={`${row} ${column} ${reason}`}>
              <th scope="row" className="ltr">
                {row}
              </th>
              <td>{textOf(`repair:import.column.${column}`, column)}</td>
              <td>{value === '' ? '–' : <bdi className="breakable">{value}</bdi>}</td>
              <td>{textOf(`repair:import.reason.${reason}`, reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
