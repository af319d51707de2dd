import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { surroundings } from '../../../src/adapters/ledger-store/file-holder'
import type { Event } from '../../../src/ledger/event'
import { failWrites, makeReadOnly } from '../ledger-faults'
import { killChild, runChildren } from '../ledger-processes'
import type { Bench, Json } from './ledger-bench'
import { appendTo, attempt, fileOf, newEventOf, openHandle, openedFor, upgradedRegistry, verdictOf, withHandle } from './ledger-bench'
import { bytesOf, edited, indexOf, linesOf, rechained, rewritten, writeBytes, writeLines } from './ledger-lines'

type Operation = (bench: Bench, argument: unknown) => void | Promise<void>

/** Does one operation of a case; an operation that isn't known here is an error, never skipped. */
export async function operate(bench: Bench, operation: Json): Promise<void> {
  const entries = Object.entries(operation)
  const [entry] = entries
  if (entry === undefined || entries.length > 1) throw new Error(`an operation has one name: ${JSON.stringify(operation)}`)
  const [name, argument] = entry
  const known = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (known === undefined) throw new Error(`no such operation: ${name}`)
  await known(bench, argument)
}

const operations: Readonly<Record<string, Operation>> = {
  do: async (bench, what) => {
    if (what === 'verify') bench.verdict = await verdictOf(bench)
    else if (what === 'open') bench.opened = await openedFor(bench)
    else throw new Error(`no such thing to do: ${JSON.stringify(what)}`)
  },
  append: async (bench, events) => {
    for (const event of listOf(events)) await withHandle(bench, async (store) => await appendTo(bench, store, newEventOf(bench, event)))
  },
  append_batch: async (bench, events) => {
    const batch = listOf(events).map((event) => newEventOf(bench, event))
    await withHandle(bench, async (store) => {
      const before = (await store.head()).seq
      const { value, error } = await attempt(store.append(batch, []))
      bench.appends.push(value === undefined ? { error: error?.code ?? '', path: error?.path } : { events: value, before })
      if (value !== undefined) bench.anchor = await store.head()
    })
  },
  append_at: async (bench, argument) => {
    const [at, event] = pairOf(argument)
    const time = /[+-]\d\d:?\d\d$/.test(String(at)) ? new Date(String(at)).toISOString() : String(at)
    await withHandle(bench, async (store) => await appendTo(bench, store, { ...newEventOf(bench, jsonOf(event)), at: time }))
  },
  append_raw_payload: async (bench, text) => {
    const event = { ...newEventOf(bench, {}), data: JSON.parse(String(text)) as unknown }
    await withHandle(bench, async (store) => await appendTo(bench, store, event))
  },
  fail_append: async (bench, argument) => {
    const { error, after_bytes: bytes, event } = jsonOf(argument)
    const relieve = failWrites(bench.directory, Number(bytes ?? 0), typeof error === 'string' ? error : 'EIO')
    try {
      await withHandle(bench, async (store) => await appendTo(bench, store, newEventOf(bench, jsonOf(event))))
    } finally {
      await relieve()
    }
  },
  fail_fsync: async (bench, argument) => {
    const { error, event } = jsonOf(argument)
    const relieve = failWrites(bench.directory, -1, typeof error === 'string' ? error : 'EIO')
    try {
      await withHandle(bench, async (store) => await appendTo(bench, store, newEventOf(bench, jsonOf(event))))
    } finally {
      await relieve()
    }
  },
  append_many: async (bench, count) => {
    await withHandle(bench, async (store) => {
      const events = Array.from({ length: Number(count) }, (_, n) => newEventOf(bench, { n: n + 1 }))
      const recorded = await Promise.all(events.map(async (event) => await store.append([event], [])))
      bench.appends.push({ events: recorded.flat(), before: 0 })
      bench.anchor = await store.head()
    })
  },
  stale_lock: (bench, whose) => leaveLock(bench, whose),
  leave_lock: (bench, whose) => leaveLock(bench, whose),
  concurrent: async (bench, argument) => {
    const { processes, appends_each: each } = jsonOf(argument)
    await runChildren(bench.directory, Number(processes), Number(each))
  },
  kill_writer: async (bench, times) => {
    for (let round = 1; round <= Number(times); round++) await killChild(bench.directory, round)
  },

  open_handle: (bench, name) => void bench.handles.set(String(name), openHandle(bench)),
  close_handle: async (bench, name) => {
    await handleOf(bench, name).close()
    bench.handles.delete(String(name))
  },
  append_via: async (bench, argument) => {
    const [name, event] = pairOf(argument)
    await appendTo(bench, handleOf(bench, name), newEventOf(bench, jsonOf(event)))
  },
  reopen: async (bench) => {
    for (const [name, handle] of bench.handles) {
      await handle.close()
      bench.handles.set(name, openHandle(bench))
    }
  },

  make_dir_unwritable: (bench) => {
    mkdirSync(bench.directory, { recursive: true })
    bench.relief.push(makeReadOnly(bench.directory))
  },
  make_file_unwritable: (bench) => {
    bench.relief.push(makeReadOnly(bench.directory))
  },
  rename: (bench, name) => {
    const moved = join(bench.folder, typeof name === 'string' ? name.replaceAll(/[^\w.-]/g, '_') : 'moved')
    renameSync(bench.directory, moved)
    bench.directory = moved
  },
  upgrade: (bench, argument) => {
    const { schema, rename } = jsonOf(argument)
    const renames = Object.fromEntries(Object.entries(jsonOf(rename)).map(([from, to]) => [from, String(to)]))
    bench.upgraded = { schema: Number(schema), rename: renames }
    bench.registry = upgradedRegistry(Number(schema), renames)
    bench.untouched = bytesOf(fileOf(bench))
  },
  legacy_lines_without_hash: (bench, count) => {
    bench.legacyLines = Number(count)
    writeLines(
      fileOf(bench),
      Array.from({ length: Number(count) }, (_, n) => JSON.stringify({ type: 'old', n: n + 1 })),
    )
  },

  append_bytes: (bench, text) => writeBytes(fileOf(bench), Buffer.concat([bytesOf(fileOf(bench)), Buffer.from(String(text))])),
  prepend_bytes: (bench, bytes) => writeBytes(fileOf(bench), Buffer.concat([bytesFrom(bytes), bytesOf(fileOf(bench))])),
  cut_bytes_from_end: (bench, count) => {
    const bytes = bytesOf(fileOf(bench))
    writeBytes(fileOf(bench), bytes.subarray(0, Math.max(0, bytes.length - Number(count))))
  },
  replace_bytes: (bench, argument) => {
    const [from, to] = pairOf(argument).map(String)
    writeBytes(
      fileOf(bench),
      Buffer.from(
        bytesOf(fileOf(bench))
          .toString('utf8')
          .replaceAll(from ?? '', () => to ?? ''),
      ),
    )
  },
  cut_bytes_from_start: (bench, count) => writeBytes(fileOf(bench), bytesOf(fileOf(bench)).subarray(Number(count))),
  truncate_to: (bench, length) => writeBytes(fileOf(bench), bytesOf(fileOf(bench)).subarray(0, Number(length))),
  truncate: (bench, length) => writeBytes(fileOf(bench), bytesOf(fileOf(bench)).subarray(0, Number(length))),
  flip_byte: (bench, where) => flip(bench, where, 0xff),
  flip_bit: (bench, where) => flip(bench, where, 1),

  replace_line: (bench, argument) => {
    const [line, text] = pairOf(argument)
    withLines(bench, (lines) => lines.with(indexOf(lines, line), String(text)))
  },
  edit_line: (bench, argument) => {
    const [line, patch] = pairOf(argument)
    withLines(bench, (lines) => {
      const index = indexOf(lines, line)
      return lines.with(index, JSON.stringify(edited(lines[index] ?? '', jsonOf(patch))))
    })
  },
  edit_line_rehash: (bench, argument) => rehashed(bench, argument, 1),
  edit_line_rehash_one: (bench, argument) => rehashed(bench, argument, 1),
  edit_line_rehash_all: (bench, argument) => rehashed(bench, argument, Infinity),
  delete_line: (bench, line) => withLines(bench, (lines) => lines.toSpliced(indexOf(lines, line), 1)),
  delete_lines: (bench, numbers) => {
    withLines(bench, (lines) => {
      const gone = new Set(arrayOf(numbers).map((line) => indexOf(lines, line)))
      return lines.filter((_, index) => !gone.has(index))
    })
  },
  delete_last_lines: (bench, count) => withLines(bench, (lines) => lines.slice(0, Math.max(0, lines.length - Number(count)))),
  duplicate_line: (bench, line) => {
    withLines(bench, (lines) => lines.toSpliced(indexOf(lines, line) + 1, 0, lines[indexOf(lines, line)] ?? ''))
  },
  swap_lines: (bench, argument) => {
    const [one, other] = pairOf(argument)
    withLines(bench, (lines) => {
      const [a, b] = [indexOf(lines, one), indexOf(lines, other)]
      return lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '')
    })
  },
  move_line: (bench, argument) => {
    const [from, to] = pairOf(argument)
    withLines(bench, (lines) =>
      lines.toSpliced(indexOf(lines, from), 1).toSpliced(indexOf(lines, to), 0, lines[indexOf(lines, from)] ?? ''),
    )
  },
  insert_line: (bench, argument) => {
    const [line, content] = pairOf(argument)
    withLines(bench, (lines) => {
      const index = Number(line) - 1
      return lines.toSpliced(index, 0, typeof content === 'string' ? content : forged(bench, lines, index, jsonOf(content)))
    })
  },
  fork_at: (bench, argument) => {
    const [line, content] = pairOf(argument)
    withLines(bench, (lines) => [...lines, forged(bench, lines, indexOf(lines, line) + 1, jsonOf(content))])
  },
  rewrite_by: (bench, program) => withLines(bench, (lines) => lines.map((line) => rewritten(line, String(program)))),
}

/** A lock file as another process would have left it: of this host and dead or alive, or of another host. */
function leaveLock(bench: Bench, whose: unknown): void {
  const { stateOf: _, ...me } = surroundings()
  const names = JSON.stringify(whose)
  const pid = /alive|live|running/.test(names) ? process.pid : spawnSync(process.execPath, ['-e', '']).pid
  const host = /other|foreign|remote/.test(names) ? 'another-host' : me.host
  if (!/alive|live|running|dead|killed|stale|true|other|foreign|remote/.test(names)) throw new Error(`no such holder of a lock: ${names}`)
  mkdirSync(bench.directory, { recursive: true })
  const start = pid === process.pid ? me.start : '1'
  writeFileSync(`${fileOf(bench)}.lock`, JSON.stringify({ ...me, host, pid, start, nonce: 'left-behind' }))
}

/** A well-made event that claims to be the successor of the line before `index`. */
function forged(bench: Bench, lines: readonly string[], index: number, content: Json): string {
  const before = index === 0 ? undefined : (JSON.parse(lines[index - 1] ?? '') as Event)
  const event = {
    ...newEventOf(bench, content),
    at: '2026-08-14T16:30:00.000Z',
    version: (before?.version ?? 0) + 1,
    seq: 0,
    prev: '',
    hash: '',
  }
  return rechained(before, [event])[0] ?? ''
}

function rehashed(bench: Bench, argument: unknown, count: number): void {
  const [line, patch] = pairOf(argument)
  withLines(bench, (lines) => {
    const index = indexOf(lines, line)
    const before = index === 0 ? undefined : (JSON.parse(lines[index - 1] ?? '') as Event)
    const after = lines.slice(index, index + count).map((text, n) => (n === 0 ? edited(text, jsonOf(patch)) : (JSON.parse(text) as Event)))
    return lines.toSpliced(index, after.length, ...rechained(before, after))
  })
}

function withLines(bench: Bench, change: (lines: string[]) => readonly string[]): void {
  writeLines(fileOf(bench), change(linesOf(fileOf(bench))))
}

/** An offset from the start, from the end where it is negative, or within a line. */
function flip(bench: Bench, where: unknown, mask: number): void {
  const bytes = Buffer.from(bytesOf(fileOf(bench)))
  const place = Array.isArray(where) && where.length === 1 ? (where as unknown[])[0] : where
  let offset = typeof place === 'number' ? place : Number.NaN
  if (Array.isArray(place) || (typeof place === 'object' && place !== null)) {
    const [line, byte] = Array.isArray(place)
      ? (place as unknown[])
      : [jsonOf(place)['line'], jsonOf(place)['byte'] ?? jsonOf(place)['offset']]
    const lines = linesOf(fileOf(bench))
    offset =
      Buffer.byteLength(
        lines
          .slice(0, indexOf(lines, line))
          .map((text) => `${text}\n`)
          .join(''),
      ) + Number(byte ?? 0)
  }
  const index = offset < 0 ? bytes.length + offset : offset
  const byte = bytes[index]
  if (byte === undefined) throw new Error(`there is no byte ${JSON.stringify(where)}`)
  bytes[index] = byte ^ mask
  writeBytes(fileOf(bench), bytes)
}

function bytesFrom(spelled: unknown): Buffer {
  const text = String(spelled)
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text)
}

function handleOf({ handles }: Bench, name: unknown) {
  const handle = handles.get(String(name))
  if (handle === undefined) throw new Error(`no such handle: ${String(name)}`)
  return handle
}

function jsonOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`an object is wanted, found ${JSON.stringify(value)}`)
  return value as Json
}

function arrayOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`a list is wanted, found ${JSON.stringify(value)}`)
  return value
}

function listOf(value: unknown): readonly Json[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(jsonOf)
}

function pairOf(value: unknown): readonly [unknown, unknown] {
  const [first, second, ...more] = arrayOf(value)
  if (second === undefined || more.length > 0) throw new Error(`a pair is wanted, found ${JSON.stringify(value)}`)
  return [first, second]
}
