import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Creates the rate limit that several servers share on PostgreSQL. Its cost does not depend on the limit (see
 * `RateLimiterPg.ts`).
 *
 * On SQLite, the only process counts in memory. `rate_windows` stays for servers of the previous release, and a later
 * migration drops it. While servers of both releases run, each release counts separately.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => Effect.andThen(sql.unsafe(rateHits), sql.unsafe(rateTake)),
    orElse: () => Effect.void
  })
})

/**
 * Table with one row for each key and millisecond with accepted requests. `count` is their number, and `before` is the
 * number of earlier accepted requests of the key.
 *
 * `at` is the database's clock plus `skew`, the amount by which the clock was set back while the key was counted. The
 * row expires at `expires_at` by the database's clock. The table is unlogged: it has no write-ahead log and is empty
 * after a crash.
 */
const rateHits = `CREATE UNLOGGED TABLE rate_hits (
  key TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  before BIGINT NOT NULL,
  count BIGINT NOT NULL,
  skew BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (key, at)
)`

/**
 * Function that accepts up to `wanted` requests of a key. Returns the number of accepted requests, the number of
 * requests that it would still accept, and the milliseconds until the next request leaves the window.
 *
 * The advisory lock serializes the calls for a key. With READ COMMITTED, PostgreSQL's default, each statement of the
 * function sees the writes of the previous holder of the lock. The lock ends with the transaction, even if the server
 * that sent the statement is gone. A call that accepts no request writes nothing, except a new skew.
 *
 * The settings force index lookups. A connection can make its plan while the table is empty, and would otherwise plan
 * to scan the whole table.
 */
const rateTake = `CREATE FUNCTION rate_take(
  of_key TEXT, wanted BIGINT, limit_hits BIGINT, window_millis BIGINT,
  OUT granted BIGINT, OUT remaining BIGINT, OUT reset_millis BIGINT
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan
AS $function$
DECLARE
  clock BIGINT;
  now BIGINT;
  newest BIGINT;
  taken BIGINT;
  known_skew BIGINT;
  own_skew BIGINT := 0;
  oldest BIGINT;
  expired BIGINT;
  counted BIGINT := 0;
  probed BIGINT;
  probed_before BIGINT;
  upper BIGINT;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'rate_take needs the isolation level READ COMMITTED';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(of_key, 1918985588));
  clock := floor(extract(epoch FROM clock_timestamp()) * 1000);
  now := clock;
  SELECT hit.at, hit.before + hit.count, hit.skew INTO newest, taken, known_skew
    FROM rate_hits AS hit WHERE hit.key = of_key AND hit.at > clock - window_millis ORDER BY hit.at DESC LIMIT 1;
  IF FOUND THEN
    own_skew := greatest(known_skew, newest - clock);
    now := clock + own_skew;
    SELECT hit.at, hit.before INTO oldest, expired
      FROM rate_hits AS hit WHERE hit.key = of_key AND hit.at > now - window_millis ORDER BY hit.at LIMIT 1;
    IF FOUND THEN
      counted := taken - expired;
    END IF;
  END IF;
  granted := greatest(0, least(wanted, limit_hits - counted));
  IF granted > 0 AND newest IS DISTINCT FROM now THEN
    INSERT INTO rate_hits (key, at, before, count, skew, expires_at)
      VALUES (of_key, now, coalesce(taken, 0), granted, own_skew, clock + window_millis);
  ELSIF granted > 0 OR own_skew > known_skew THEN
    UPDATE rate_hits AS hit SET count = hit.count + granted, skew = own_skew WHERE hit.key = of_key AND hit.at = newest;
  END IF;
  IF counted > limit_hits THEN
    -- The limit was lowered: the next request is accepted when the oldest of the newest limit_hits has expired.
    upper := newest;
    WHILE oldest < upper LOOP
      SELECT hit.at, hit.before INTO probed, probed_before FROM rate_hits AS hit
        WHERE hit.key = of_key AND hit.at >= (oldest + upper + 1) / 2 ORDER BY hit.at LIMIT 1;
      IF probed_before <= taken - limit_hits THEN
        oldest := probed;
      ELSE
        upper := (oldest + upper + 1) / 2 - 1;
      END IF;
    END LOOP;
  END IF;
  remaining := greatest(0, limit_hits - counted - granted);
  reset_millis := CASE WHEN counted + granted = 0 THEN 0 ELSE coalesce(oldest, now) + window_millis - now END;
END
$function$`
