/**
 * Overview of a gateway's line, with its modules arranged as on the rail: select several, open or
 * close them with one command, and read their state as seen by the gateway.
 */
import { Button, Checkbox } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { CommandIcon } from '../../../device-kit/components/command-icon.tsx';
import { CommandOutcomeNote } from '../../../device-kit/components/command-outcome-note.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { ExchangeBar } from '../../protection/components/exchange-bar.tsx';
import { useSlaveCommands } from '../api/use-slave-commands.ts';
import { useSlaveTable } from '../api/use-slave-table.ts';
import type { SlavesCommand } from '../slave-command.ts';
import { slavesInSlots } from '../slave-slots.ts';
import { SlaveCommandDialog } from './slave-command-dialog.tsx';
import { SlaveResults } from './slave-results.tsx';
import { SlaveTile } from './slave-tile.tsx';
import '../../../components/slot-board.css';
import './slave-board.css';

export interface SlaveBoardProps {
  readonly gateway: TreeDevice;
  readonly slaves: readonly TreeDevice[];
}

export function SlaveBoard({ gateway, slaves }: SlaveBoardProps) {
  const { t } = useTranslation(['slaves', 'control', 'protection']);
  const mayControl = useMay('device.switch');
  const submission = useSlaveCommands(gateway.code);
  const reading = useSlaveTable(gateway.code);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [confirming, setConfirming] = useState<SlavesCommand>();
  const onArrow = useArrowKeys();
  const slots = slavesInSlots(slaves, reading.table);
  // A slave that was deleted is no longer selected.
  const chosenSlaves = slots.flatMap(({ address, slave }) =>
    slave !== undefined && chosen.has(address) ? [slave] : [],
  );
  const all = slots.filter(({ slave }) => slave !== undefined).map(({ address }) => address);
  const asked = confirming ?? submission.stepUp?.request.command;
  const isAll = chosenSlaves.length === all.length && all.length > 0;

  return (
    <section
      className="slot-board slave-board"
      aria-label={t('slaves:title', { name: gateway.name })}
    >
      <div className="row spread gap-text slave-board__head">
        <h2>{t('slaves:heading')}</h2>
        <ExchangeBar
          name={gateway.name}
          exchange={reading}
          isOffline={gateway.presence === 'offline'}
          knownAt={reading.reportedAt}
          readLabel={t('slaves:read')}
        />
      </div>
      <ul
        className="slave-board__rail"
        aria-label={t('slaves:rail', { name: gateway.name })}
        onKeyDown={onArrow}
      >
        {slots.map((slot) => (
          <SlaveTile
            key={slot.address}
            slot={slot}
            isChosen={chosen.has(slot.address)}
            onChoose={
              mayControl
                ? (isChosen) => setChosen((old) => withAddress(old, slot.address, isChosen))
                : undefined
            }
          />
        ))}
      </ul>
      {mayControl && (
        <div className="slave-board__tools row touch">
          <Checkbox
            checked={isAll}
            indeterminate={chosenSlaves.length > 0 && !isAll}
            disabled={all.length === 0}
            onChange={() => setChosen(new Set(isAll ? [] : all))}
          >
            {t('slaves:choose.all')}
          </Checkbox>
          <span className="slave-board__count hint" role="status">
            {t('slaves:choose.count', { chosen: chosenSlaves.length, all: all.length })}
          </span>
          <span className="slave-board__commands row">
            {(['open', 'close'] as const).map((command) => (
              <Button
                key={command}
                icon={<CommandIcon command={command} />}
                disabled={chosenSlaves.length === 0 || submission.isSending}
                onClick={() => setConfirming(command)}
              >
                {t(`slaves:ask.${command}`)}
              </Button>
            ))}
          </span>
        </div>
      )}
      {submission.failure !== undefined && (
        <CommandOutcomeNote
          command={submission.failure.request.command}
          error={submission.failure.error}
          onClose={submission.clearFailure}
        />
      )}
      {submission.result !== undefined && (
        <SlaveResults
          result={submission.result}
          gatewayCode={gateway.code}
          onChoose={(addresses) => setChosen(new Set(addresses))}
          onClose={submission.clearResult}
        />
      )}
      {asked !== undefined && (
        <SlaveCommandDialog
          command={asked}
          gateway={gateway}
          codes={chosenSlaves.map(({ code }) => code)}
          isSending={submission.isSending}
          onGive={(addresses, requestKey) =>
            void submission
              .give({ command: asked, addresses, requestKey })
              .finally(() => setConfirming(undefined))
          }
          stepUp={confirming === undefined ? submission.stepUp : undefined}
          onPassword={(password) => {
            if (submission.stepUp !== undefined)
              void submission.give(submission.stepUp.request, password);
          }}
          onCancel={() => {
            setConfirming(undefined);
            submission.cancelStepUp();
          }}
        />
      )}
    </section>
  );
}

function withAddress(old: ReadonlySet<number>, address: number, isChosen: boolean): Set<number> {
  const next = new Set(old);
  if (isChosen) next.add(address);
  else next.delete(address);
  return next;
}

/** Arrow keys, Home and End move between checkboxes, in reading direction. */
function useArrowKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const { direction } = useLanguage();
  return (event) => {
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
    const at = boxes.indexOf(event.target as HTMLInputElement);
    const [next, previous] =
      direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const to =
      event.key === next
        ? at + 1
        : event.key === previous
          ? at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? boxes.length - 1
              : undefined;
    const box = to === undefined || at < 0 ? undefined : boxes[to];
    if (box === undefined) return;
    event.preventDefault();
    box.focus();
  };
}
