CREATE TABLE "block_headers" (
	"hash" text PRIMARY KEY NOT NULL,
	"previous" text NOT NULL,
	"merkle_root" text NOT NULL,
	"height" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"work" numeric NOT NULL,
	"best" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chain_outputs" ADD COLUMN "seen_by_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "block_headers_height" ON "block_headers" USING btree ("height");--> statement-breakpoint
CREATE INDEX "block_headers_work" ON "block_headers" USING btree ("work");