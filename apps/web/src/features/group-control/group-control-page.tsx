/** Batch commands: select devices, confirm once, follow the result of each device. */

import { BATCH_DEVICES } from '@busbar/domain/switch/control-pace';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Alert } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { present } from '../../lib/address/search-params.ts';
import { trackLoad } from '../../lib/calls/pending-loads.ts';
import { useSubmitBatchCommand } from './api/use-batch-command.ts';
import { ChoiceBar } from './components/choice-bar.tsx';
import { ChooseDevices } from './components/choose-devices.tsx';
import { GroupProgressPanel } from './components/group-progress.tsx';
import './group-control.css';
import { useChoice } from './use-choice.ts';

/** The dialog is loaded when the user issues a command, not before the list is shown. */
const BatchCommandDialog = lazy(async () => ({
  default: (await trackLoad(import('./components/batch-command-dialog.tsx'))).BatchCommandDialog,
}));

export function GroupControlPage() {
  return (
    <div className="group-control stack touch">
      <PageHeading />
      <GroupControl />
    </div>
  );
}

interface AskedCommand {
  readonly command: SwitchCommand;
  readonly codes: ReadonlySet<string>;
}

function GroupControl() {
  const { t } = useTranslation('group-control');
  const { batch } = useSearch({ from: '/shell/devicecontroller' });
  const navigate = useNavigate({ from: '/devicecontroller' });
  const choice = useChoice();
  const [asked, setAsked] = useState<AskedCommand>();
  const [listed, setListed] = useState<readonly string[]>([]);
  const show = (id: string | undefined) =>
    void navigate({ search: (old) => present({ ...old, batch: id }) });
  const submission = useSubmitBatchCommand((id) => {
    setAsked(undefined);
    choice.clear();
    show(id);
  });
  const isTooMany = choice.codes.size > BATCH_DEVICES;

  return (
    <>
      {batch === undefined ? (
        <>
          <ChoiceBar
            choice={choice}
            onCommand={(command) => setAsked({ command, codes: choice.codes })}
          />
          {isTooMany && (
            <Alert
              type="warning"
              showIcon
              title={t('group-control:choose.too-many', { count: BATCH_DEVICES })}
            />
          )}
          <ChooseDevices choice={choice} />
        </>
      ) : (
        <GroupProgressPanel
          key={batch}
          id={batch}
          onRetry={(command, codes) => setAsked({ command, codes: new Set(codes) })}
          onLeave={() => show(undefined)}
        />
      )}
      {asked !== undefined && asked.codes.size <= BATCH_DEVICES && (
        <Suspense>
          <BatchCommandDialog
            command={asked.command}
            codes={asked.codes}
            isSending={submission.isSending}
            error={submission.failure?.error}
            stepUp={submission.stepUp}
            stepUpName={t('group-control:devices-count', { count: listed.length })}
            onPassword={(password) => {
              if (submission.stepUp !== undefined)
                void submission.give(listed, submission.stepUp.request, password);
            }}
            onGive={(codes, given) => {
              setListed(codes);
              void submission.give(codes, given);
            }}
            onCancel={() => {
              setAsked(undefined);
              submission.cancelStepUp();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
