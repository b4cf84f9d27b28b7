/** Dialog that decodes stored readings of a meter again: start, preview, reason, confirmation. */
import { parseInstant } from '@busbar/domain/calendar';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { isMoment } from '@busbar/domain/formats/wall-clock';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { FormMoment } from '../../../components/forms/form-moment.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormLines } from '../../../components/forms/form-text.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { RecomputeEffect } from './recompute-effect.tsx';
import { StretchList } from './stretch-list.tsx';
import { proposedStart, useRecompute, useStretches } from './use-recompute.ts';

interface RecomputeDialogProps {
  /** Code and name of the meter. */
  readonly device: string;
  readonly name: string;
  /** Called before `onClose` after the readings were recomputed. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

export function RecomputeDialog({ device, name, onDone, onClose }: RecomputeDialogProps) {
  // The preview shows its effect with texts of `repair`.
  const { t } = useTranslation(['serial-lines', 'repair']);
  const { zone } = useRequiredSession().user;
  const query = useStretches(device);
  const { preview, show, accept } = useRecompute(device);
  const start = proposedStart(query.data ?? []);
  const form = useFormState({
    from: start === undefined ? '' : formatMoment(start, zone),
    reason: '',
  });
  const { from, reason } = form.values;
  const at = isMoment(from) ? parseInstant(from, zone) : undefined;
  const found = preview.data?.data;
  const isShown = found !== undefined && !preview.isPending;
  const mark = isShown ? found.mark : null;
  return (
    <FormDialog
      form={form}
      title={t('serial-lines:recompute.title', { name })}
      width={WIDE}
      saveLabel={t('serial-lines:recompute.confirm')}
      done={t('serial-lines:recompute.done')}
      isBlocked={at === undefined || mark === null || reason.trim() === ''}
      onSave={() => accept(at ?? 0, mark ?? '', reason.trim())}
      onSaved={() => {
        onDone?.();
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('serial-lines:recompute.body')}</p>
      <Loaded query={query}>
        {(stretches) =>
          stretches.length === 0 ? (
            <p role="status">{t('serial-lines:recompute.none')}</p>
          ) : (
            <>
              <StretchList stretches={stretches} />
              <FormMoment
                label={t('serial-lines:recompute.from')}
                isRequired
                hasSeconds
                {...form.field('from')}
                onChange={(next) => {
                  form.set({ from: next });
                  preview.reset();
                }}
              />
              <div className="row">
                <Button
                  loading={preview.isPending}
                  disabled={at === undefined}
                  onClick={() => at !== undefined && show(at)}
                >
                  {t('serial-lines:recompute.preview')}
                </Button>
              </div>
              <ErrorAlert error={preview.error} />
              {isShown && <RecomputeEffect preview={found} />}
              {mark !== null && (
                <FormLines
                  label={t('serial-lines:recompute.reason')}
                  isRequired
                  maxLength={500}
                  {...form.field('reason')}
                />
              )}
            </>
          )
        }
      </Loaded>
    </FormDialog>
  );
}
