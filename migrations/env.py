"""Run revisions on the connection that ``wherefrom.store`` hands over."""

from alembic import context

from wherefrom.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,  # the caller's transaction holds all revisions, so that a killed run leaves none
)
context.run_migrations()
