-- How many uploads of one user, or of nobody, no record holds yet is asked with each of them.
create index file_uploader on nonet.file (uploaded_by, uploaded_at);
