/**
 * The embedded PostgreSQL of a data folder: the database is created if the folder is new; the
 * process is started or adopted, restarted when it dies, and stopped in order. The caller holds the
 * lock of the data folder.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { StorageLog } from '../database.ts';
import { StartError } from '../start-error.ts';
import {
  checkDatabaseFolder,
  checkDataFolder,
  checkFreeSpace,
  MIN_FREE_TO_START_BYTES,
} from './check-folder.ts';
import { createCluster } from './create-cluster.ts';
import { DATABASE_FOLDER, type DataPlace, findDataPlace, linkData } from './data-place.ts';
import { freeReserve } from './disk-reserve.ts';
import { freeLoopbackPort } from './loopback-port.ts';
import { findNativePackage } from './native-package.ts';
import { followPostgresLog, type PostgresLog } from './postgres-log.ts';
import { adoptPostmaster, type Postmaster, spawnPostmaster } from './postmaster.ts';
import { disownEndedServer, isServerOf, readPostmasterNote } from './postmaster-file.ts';
import { settingArguments } from './settings.ts';
import { createSocketFolder, removeSocketFolder } from './socket-folder.ts';

export interface EmbeddedServer {
  /** Connection string of the administrator. */
  readonly url: string;
  /** Location of the data, with links resolved. */
  readonly folder: string;
  readonly pid: () => number;
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** The data folder; must exist and be locked by the caller. */
  readonly dataDir: string;
  /** See `SettingOptions`. */
  readonly isBulkLoad: boolean;
  readonly log: StorageLog;
  /** See `findDataPlace`. */
  readonly systemFolder?: string;
  /** Aborts the start, which then throws the signal's reason and leaves no process. */
  readonly signal?: AbortSignal;
}

const UNIX_PORT = 5432;
const POLL_MS = 20;
/**
 * Time limit of a start: recovery after a kill writes at most `max_wal_size`, but a slow disk
 * may take minutes.
 */
const READY_LIMIT_MS = 300_000;
/** Limit for a killed server's sessions, which hold its shared memory until they detect its end. */
const ORPHANS_LIMIT_MS = 15_000;
const FAST_STOP_LIMIT_MS = 7_000;
const MAX_ADOPTIONS = 5;
const RESTART_PAUSES_MS = [0, 500, 2_000, 5_000];
/** Without a signal, the start cannot be aborted. */
const NEVER = new AbortController().signal;

/** Throws StartError if the operator must correct something. */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { dataDir, isBulkLoad, log, systemFolder, signal = NEVER } = options;
  checkDataFolder(dataDir);
  const place = await findDataPlace(dataDir, systemFolder);
  const isNew = !existsSync(place.folder);
  if (isNew) await createCluster(place, signal);
  linkData(place);
  freeReserve(place.folder);
  checkDatabaseFolder(place);
  const postgresLog = followPostgresLog(place.folder, place.user, log);
  try {
    const server = new Supervisor(place, isBulkLoad, postgresLog, log);
    await server.begin(signal);
    return server;
  } catch (error) {
    postgresLog.close();
    throw error;
  }
}

/** The error if another server process uses the data directory. */
class FolderTaken extends StartError {}

/** Stops the server that a killed Busbar left running, before its data is moved or removed. */
export async function endLeftServer(dataDir: string): Promise<void> {
  const entry = join(dataDir, DATABASE_FOLDER);
  if (!existsSync(entry)) return;
  const folder = realpathSync(entry);
  const note = readPostmasterNote(folder);
  if (note === undefined || !isServerOf(note.pid, folder)) return;
  const native = await findNativePackage();
  const left = adoptPostmaster(note.pid, { folder, native });
  left.signal('fast');
  await left.ended;
}

class Supervisor implements EmbeddedServer {
  readonly #place: DataPlace;
  readonly #isBulkLoad: boolean;
  readonly #postgresLog: PostgresLog;
  readonly #log: StorageLog;
  #socketFolder: string | undefined;
  #port = UNIX_PORT;
  #postmaster: Postmaster | undefined;
  /** The process started or adopted last, which may not respond yet. */
  #latest: Postmaster | undefined;
  #stopping = false;
  #stopped: Promise<void> | undefined;
  #supervision: Promise<void> = Promise.resolve();
  /** If the process ends during the stop, no time is left for the checkpoint of a fast stop. */
  readonly #endWithProcess = () => this.#latest?.signal(this.#stopping ? 'immediate' : 'fast');

  constructor(place: DataPlace, isBulkLoad: boolean, postgresLog: PostgresLog, log: StorageLog) {
    this.#place = place;
    this.#isBulkLoad = isBulkLoad;
    this.#postgresLog = postgresLog;
    this.#log = log;
  }

  get folder(): string {
    return this.#place.folder;
  }

  get url(): string {
    if (this.#socketFolder !== undefined) {
      return `postgres://postgres@/postgres?host=${encodeURIComponent(this.#socketFolder)}&port=${this.#port}`;
    }
    const password = readFileSync(join(this.folder, 'busbar-password'), 'utf8').trim();
    return `postgres://postgres:${password}@127.0.0.1:${this.#port}/postgres`;
  }

  pid = (): number => this.#postmaster?.pid ?? 0;

  /** Throws the reason of the signal if it is aborted before the server responds. */
  async begin(signal: AbortSignal): Promise<void> {
    const abort = () => {
      this.#stopping = true;
    };
    signal.addEventListener('abort', abort);
    process.once('exit', this.#endWithProcess);
    try {
      signal.throwIfAborted();
      this.#postmaster = await this.#adoptOrStart();
      signal.throwIfAborted();
    } catch (error) {
      await this.#end(this.#postmaster);
      process.off('exit', this.#endWithProcess);
      if (!signal.aborted) throw error;
      removeSocketFolder(this.#socketFolder);
      throw signal.reason;
    } finally {
      signal.removeEventListener('abort', abort);
    }
    this.#supervision = this.#supervise();
  }

  async stop(): Promise<void> {
    this.#stopped ??= this.#stopInOrder();
    return this.#stopped;
  }

  async #stopInOrder(): Promise<void> {
    this.#stopping = true;
    await this.#end(this.#postmaster);
    // A restart in progress stops the process that it started.
    await this.#supervision;
    process.off('exit', this.#endWithProcess);
    removeSocketFolder(this.#socketFolder);
    this.#postgresLog.close();
  }

  async #end(postmaster: Postmaster | undefined): Promise<void> {
    if (postmaster === undefined) return;
    postmaster.signal('fast');
    const limit = setTimeout(() => postmaster.signal('immediate'), FAST_STOP_LIMIT_MS);
    await postmaster.ended;
    clearTimeout(limit);
  }

  /**
   * A Busbar that was killed may have started a server just before its end, which is detected only
   * when a second server finds the data directory in use.
   */
  async #adoptOrStart(): Promise<Postmaster> {
    for (let attempt = 1; ; attempt += 1) {
      const adopted = await this.#adopt();
      if (adopted !== undefined) return adopted;
      try {
        return await this.#start();
      } catch (error) {
        if (!(error instanceof FolderTaken) || attempt === MAX_ADOPTIONS) throw error;
      }
    }
  }

  /** Adopts the server that a killed Busbar left running, once it responds. */
  async #adopt(): Promise<Postmaster | undefined> {
    const note = readPostmasterNote(this.folder);
    if (note === undefined) return undefined;
    if (!isServerOf(note.pid, this.folder)) {
      if (note.dataFolder === this.folder) removeSocketFolder(note.socketFolder);
      return undefined;
    }
    const postmaster = adoptPostmaster(note.pid, this.#place);
    if (!(await this.#untilReady(postmaster))) return undefined;
    this.#log.info({ pid: note.pid }, 'reusing the running database process');
    return postmaster;
  }

  async #start(): Promise<Postmaster> {
    const { folder, user } = this.#place;
    checkFreeSpace(folder, MIN_FREE_TO_START_BYTES);
    disownEndedServer(folder);
    if (process.platform === 'win32') this.#port = await freeLoopbackPort();
    else this.#port = UNIX_PORT;
    removeSocketFolder(this.#socketFolder);
    this.#socketFolder = createSocketFolder(folder, this.#port, user);
    const settings = settingArguments({
      socketFolder: this.#socketFolder,
      port: this.#port,
      isBulkLoad: this.#isBulkLoad,
    });
    const orphansUntil = performance.now() + ORPHANS_LIMIT_MS;
    for (;;) {
      const postmaster = spawnPostmaster(this.#place, settings, this.#postgresLog);
      if (await this.#untilReady(postmaster)) return postmaster;
      const reason = this.#postgresLog.takeLastError() ?? 'it ended without a message';
      const hasOrphans = reason.includes('pre-existing shared memory block');
      if (!hasOrphans || this.#stopping || performance.now() > orphansUntil) {
        const sentence = `The embedded database in ${folder} could not be started: ${reason}`;
        throw /^lock file .* already exists/.test(reason)
          ? new FolderTaken(sentence)
          : new StartError(sentence);
      }
      await sleep(200);
    }
  }

  /** Returns false if the process ended before it responded, also because of a stop. */
  async #untilReady(postmaster: Postmaster): Promise<boolean> {
    this.#latest = postmaster;
    let hasEnded = false;
    postmaster.ended.then(() => {
      hasEnded = true;
    });
    const until = performance.now() + READY_LIMIT_MS;
    while (!hasEnded) {
      if (this.#stopping) {
        await this.#end(postmaster);
        break;
      }
      if (await this.#answers(postmaster.pid)) return true;
      if (performance.now() > until) {
        postmaster.signal('immediate');
        await postmaster.ended;
        break;
      }
      await sleep(POLL_MS);
    }
    this.#postgresLog.flush();
    return false;
  }

  async #answers(pid: number): Promise<boolean> {
    // The values are those of the running server: an adopted server has the port and the socket of
    // its own start.
    const note = readPostmasterNote(this.folder);
    if (note?.pid !== pid || !note.isReady) return false;
    this.#port = note.port;
    this.#socketFolder = note.socketFolder === '' ? undefined : note.socketFolder;
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Restarts the process whenever it ends, until `stop`. */
  async #supervise(): Promise<void> {
    while (!this.#stopping) {
      await this.#postmaster?.ended;
      if (this.#stopping) return;
      this.#log.error({ pid: this.pid() }, 'the database process ended, restarting it');
      this.#postmaster = undefined;
      for (let attempt = 0; !this.#stopping && this.#postmaster === undefined; attempt += 1) {
        await sleep(RESTART_PAUSES_MS[Math.min(attempt, RESTART_PAUSES_MS.length - 1)]!);
        await this.#restart();
      }
    }
    await this.#end(this.#postmaster);
  }

  async #restart(): Promise<void> {
    if (this.#stopping) return;
    try {
      this.#postmaster = await this.#start();
      this.#log.info({ pid: this.pid() }, 'the database process was restarted');
    } catch (error) {
      if (this.#stopping) return;
      this.#log.error({ err: error }, 'the database process could not be started');
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
