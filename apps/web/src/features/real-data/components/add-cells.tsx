/** Adds cells: devices, a quantity, and the limits for its value. */
import type { MeasurementField } from '@busbar/domain/device/measurement';
import { MAX_WALL_CELLS, problemOfCells } from '@busbar/domain/wall/wall-cell';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { QUANTITIES } from '../../../device-kit/api/reading-fields.ts';
import type { ShownCell } from '../api/use-wall.ts';
import { lookOf } from '../wall-quantities.ts';

/** 230 V ±10 % (EN 50160); other quantities have no generally applicable limits. */
const usualLimits = (field: MeasurementField) =>
  field.startsWith('voltage') ? ([207, 253] as const) : ([null, null] as const);

interface AddCellsProps {
  readonly devices: readonly TreeDevice[];
  readonly cells: readonly ShownCell[];
  readonly onAdd: (cells: readonly ShownCell[]) => void;
}

export function AddCells({ devices, cells, onAdd }: AddCellsProps) {
  const { t } = useTranslation('live-wall');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [quantity, setQuantity] = useState<MeasurementField>('voltageA');
  const [[low, high], setLimits] = useState<readonly [number | null, number | null]>([207, 253]);
  const taken = new Set(cells.filter((c) => c.quantity === quantity).map(({ device }) => device));
  const added = chosen
    .filter((device) => !taken.has(device))
    .map((device) => ({ device, quantity, low, high }));
  const problem = problemOfCells(added)?.problem;
  const isUnreadable = Number.isNaN(low) || Number.isNaN(high);
  const isFull = cells.length + added.length > MAX_WALL_CELLS;
  const { unit } = lookOf(quantity);
  const limit = (side: 'low' | 'high') => (
    <NumberField
      label={t(`live-wall:limit.${side}`)}
      placeholder={t(`live-wall:limit.${side}`)}
      value={side === 'low' ? low : high}
      unit={unit}
      controls={false}
      {...(problem === undefined ? {} : { status: 'error' as const })}
      onChange={(value) => setLimits(side === 'low' ? [value, high] : [low, value])}
    />
  );
  return (
    <fieldset className="wall-add row panel touch">
      <legend className="visually-hidden">{t('live-wall:add')}</legend>
      <Select<string[]>
        className="wall-add__devices"
        mode="multiple"
        aria-label={t('live-wall:devices')}
        placeholder={t('live-wall:devices')}
        value={[...chosen]}
        maxTagCount={2}
        maxCount={MAX_WALL_CELLS}
        options={devices.map(({ code, name }) => ({ value: code, label: name, title: code }))}
        showSearch={{
          filterOption: (text, option) =>
            `${option?.label} ${option?.value}`
              .toLocaleLowerCase()
              .includes(text.trim().toLocaleLowerCase()),
        }}
        onChange={setChosen}
      />
      <Select<MeasurementField>
        className="wall-add__quantity"
        aria-label={t('live-wall:quantity-label')}
        value={quantity}
        options={QUANTITIES.map((field) => ({
          value: field,
          label: t(`live-wall:quantity.${field}`),
        }))}
        showSearch={{
          filterOption: (text, option) => hasEachWord(String(option?.label), text),
        }}
        onChange={(field) => {
          setQuantity(field);
          setLimits(usualLimits(field));
        }}
      />
      {limit('low')}
      {limit('high')}
      <Button
        disabled={added.length === 0 || problem !== undefined || isFull || isUnreadable}
        onClick={() => {
          onAdd(added);
          setChosen([]);
        }}
      >
        {t('live-wall:add')}
      </Button>
      {(problem !== undefined || isFull) && (
        <p className="bad full" role="alert">
          {isFull
            ? t('live-wall:full', { most: MAX_WALL_CELLS })
            : t(`live-wall:problem.${problem!}`)}
        </p>
      )}
    </fieldset>
  );
}

/** "power factor c" finds "Power factor, phase C". */
function hasEachWord(label: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => label.toLowerCase().includes(word));
}
