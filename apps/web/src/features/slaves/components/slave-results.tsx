/** Results of a command to several slaves: a line per slot, live until the last one has ended. */
import { isOpenState } from '@busbar/domain/switch/command-state';
import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeviceDetail,
  type LastCommand,
  toLastCommand,
} from '../../../device-kit/api/device-detail.ts';
import { useCommand } from '../../../device-kit/api/use-command.ts';
import { commandAdvice } from '../../../device-kit/command-steps.ts';
import { CommandStateTag } from '../../../device-kit/components/command-state-tag.tsx';
import { useCommandReason } from '../../../device-kit/use-command-reason.ts';
import type { SlavesResult, SlotResult } from '../api/use-slave-commands.ts';
import { useSlaves } from '../api/use-slaves.ts';

export interface SlaveResultsProps {
  readonly result: SlavesResult;
  readonly gatewayCode: string;
  /** Called to select the slaves that did not switch, for a retry. */
  readonly onChoose: (addresses: readonly number[]) => void;
  readonly onClose: () => void;
}

type SlotEnd = 'confirmed' | 'failed';

export function SlaveResults({ result, gatewayCode, onChoose, onClose }: SlaveResultsProps) {
  const { t } = useTranslation(['slaves', 'control']);
  const { data: slaves = [] } = useSlaves(gatewayCode);
  // Keyed by command, so that the results of an earlier command are not counted.
  const [ends, setEnds] = useState<ReadonlyMap<string, SlotEnd>>(new Map());
  const onEnd = useCallback(
    (id: string, end: SlotEnd) =>
      setEnds((old) => (old.get(id) === end ? old : new Map(old).set(id, end))),
    [],
  );
  const endOf = ({ command_id: id }: SlotResult): SlotEnd | undefined =>
    id === null ? 'failed' : ends.get(id);
  const failed = result.slots.filter((slot) => endOf(slot) === 'failed');
  const confirmed = result.slots.filter((slot) => endOf(slot) === 'confirmed').length;
  const open = result.slots.length - failed.length - confirmed;

  return (
    <section
      className="slave-results stack gap-8"
      aria-label={t('slaves:result.title')}
      aria-busy={open > 0}
    >
      <div className="slave-results__head row gap-text">
        <h3>
          {t('slaves:result.title')}: {t(`control:order.${result.command}`)}
        </h3>
        <p role="status">
          {t('slaves:result.summary', { confirmed, failed: failed.length, open })}
        </p>
        {failed.length > 0 && open === 0 && (
          <Button size="small" onClick={() => onChoose(failed.map(({ ad }) => ad))}>
            {t('slaves:result.choose-failed')}
          </Button>
        )}
        <Button size="small" type="text" onClick={onClose}>
          {t('common:dismiss')}
        </Button>
      </div>
      <ul>
        {result.slots.map((slot) => {
          const slave = slaves.find(({ slaveAddress }) => slaveAddress === slot.ad);
          return (
            <li key={slot.slot} data-end={endOf(slot)}>
              <span className="breakable shrink">
                <span className="slot-tile__number ltr">{slot.ad}</span>{' '}
                <bdi>{slave?.name ?? slot.slot}</bdi>
              </span>
              {slot.command_id === null ? (
                <RefusedSlot slot={slot} />
              ) : (
                <SlotProgress slave={slave} id={slot.command_id} onEnd={onEnd} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const QUEUED = { command: undefined, state: 'queued', reason: null, times: {} } as const;

function RefusedSlot({ slot }: { slot: SlotResult }) {
  const reason = useCommandReason(slot.reason);
  return (
    <>
      <CommandStateTag state="refused" />
      <span className="slave-results__why hint">{reason ?? slot.msg}</span>
    </>
  );
}

interface SlotProgressProps {
  slave: DeviceDetail | undefined;
  id: string;
  onEnd: (id: string, end: SlotEnd) => void;
}

function SlotProgress({ slave, id, onEnd }: SlotProgressProps) {
  const { t } = useTranslation('control');
  const last = slave?.command?.id === id ? slave.command : undefined;
  // The slave may already have a later command.
  const read = useCommand(last === undefined ? id : undefined);
  const [seen, setSeen] = useState<LastCommand>();
  useEffect(() => {
    if (last !== undefined) setSeen(last);
  }, [last]);
  const command = last ?? (read && toLastCommand(read)) ?? seen ?? { ...QUEUED, id };
  const reason = useCommandReason(command.reason);
  const { state } = command;
  // Unknown is not a final state, but no further update can be expected here.
  const isUnderWay = isOpenState(state) && state !== 'unknown';
  const end = state === 'confirmed' ? 'confirmed' : isUnderWay ? undefined : 'failed';
  useEffect(() => {
    if (end !== undefined) onEnd(id, end);
  }, [id, end, onEnd]);
  return (
    <>
      <CommandStateTag state={state} />
      {state !== 'confirmed' && (
        <span className="slave-results__why hint">
          {t(`control:command.advice.${commandAdvice(command)}`)}
          {reason !== undefined && (
            <>
              {' '}
              {t('control:command.reason')} <bdi>{reason}</bdi>
            </>
          )}
        </span>
      )}
    </>
  );
}
