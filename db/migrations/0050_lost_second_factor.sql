CREATE TABLE "two_factor_removals" (
	"user_id" text PRIMARY KEY NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"takes_effect_at" timestamp with time zone NOT NULL,
	"digest" text,
	CONSTRAINT "two_factor_removals_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
ALTER TABLE "two_factor_removals" ADD CONSTRAINT "two_factor_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;