import { useTranslation } from 'react-i18next';
import { SimulatedTag } from '../../../components/device-tree/device-name.tsx';
import type { PaletteEntry, PaletteVerb } from './palette-entry.ts';

interface PaletteRowProps {
  readonly entry: PaletteEntry;
  /** True if the row is the first of its group. */
  readonly isFirst: boolean;
  /** Key of the chosen option of the list. */
  readonly chosen: string | undefined;
  readonly idOf: (key: string) => string;
  readonly onChoose: (stop: PaletteEntry | PaletteVerb) => void;
  readonly onRun: (stop: PaletteEntry | PaletteVerb) => void;
}

/** An entry, below the name of its group if it is the first, and above its verbs. */
export function PaletteRow(props: PaletteRowProps) {
  const { entry, isFirst, chosen, idOf, onChoose, onRun } = props;
  const { t } = useTranslation('palette');
  const { hint, note, place, verbs = [] } = entry;
  const option = (stop: PaletteEntry | PaletteVerb) =>
    ({
      id: idOf(stop.key),
      'aria-selected': stop.key === chosen,
      onClick: () => onRun(stop),
      onMouseMove: () => onChoose(stop),
    }) as const;
  return (
    <div role="presentation">
      {isFirst && (
        <div className="palette-group" role="presentation">
          {t(`palette:group.${entry.group}`)}
        </div>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field retains the focus and refers to the active option. */}
      <div role="option" className="palette-entry row spread gap-text" {...option(entry)}>
        <span>
          <bdi>{entry.label}</bdi>
          {place !== undefined && <SimulatedTag code={hint ?? ''} />}
          {note !== undefined && <small className="palette-note">{note}</small>}
        </span>
        {hint !== undefined && (
          <span className="palette-hint">
            <bdi className={place === undefined ? undefined : 'code ltr'}>{hint}</bdi>
            {place !== undefined && <bdi>{place}</bdi>}
          </span>
        )}
      </div>
      {verbs.length > 0 && (
        <div className="palette-verbs row gap-4" role="presentation">
          {verbs.map((verb) => (
            // biome-ignore lint/a11y/useFocusableInteractive: as above.
            <div
              key={verb.key}
              role="option"
              className="palette-verb"
              aria-label={verb.name}
              {...option(verb)}
            >
              {verb.label}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
