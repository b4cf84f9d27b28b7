/** The values of a chart as a table for screen readers. */

export interface SeriesTableProps {
  readonly caption: string;
  readonly slots: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly string[] }[];
}

export function SeriesTable({ caption, slots, series }: SeriesTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map((slot, at) => (
            <tr key={slot}>
              <th scope="row">{slot}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
