/**
 * Search results as a plain list, which is easier to navigate and for a screen reader than a
 * filtered tree.
 */

import { useTranslation } from 'react-i18next';
import { SimulatedTag } from './device-name.tsx';
import { PresenceMark } from './presence-mark.tsx';
import type { TreeDevice } from './tree-device.ts';

/** Maximum number of results; the list shows how many were omitted. */
const MAX_RESULTS = 100;

export interface DeviceSearchResultsProps {
  readonly found: readonly TreeDevice[];
  readonly selected: string | undefined;
  readonly onSelect: (code: string) => void;
}

export function DeviceSearchResults({ found, selected, onSelect }: DeviceSearchResultsProps) {
  const { t } = useTranslation('devices');
  const shown = found.slice(0, MAX_RESULTS);
  return (
    <div className="device-search grow">
      <p className="device-search__count" role="status">
        {t('devices:tree.found', { count: found.length })}
      </p>
      <ul>
        {shown.map((device) => (
          <li key={device.code}>
            <button
              type="button"
              className="device-search__result plain-button line full"
              aria-current={device.code === selected}
              onClick={() => onSelect(device.code)}
            >
              <PresenceMark presence={device.presence} />
              <span className="device-search__name stack gap-0 to-start grow">
                <span className="one-line" dir="auto" title={device.name}>
                  {device.name}
                </span>
                <span className="device-search__code faint code ltr">{device.code}</span>
                <SimulatedTag code={device.code} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <p className="device-search__count">
          {t('devices:tree.more', { count: found.length - shown.length })}
        </p>
      )}
    </div>
  );
}
